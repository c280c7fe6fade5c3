// What the tools that ship with Furrow say about themselves, asked once, here: nobody who only looks runs anything.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './inputs.mjs'

export async function writeToolMetas(out) {
  const esbuild = await import('esbuild')
  const base = path.join(out, 'tools')
  const isTool = name => !name.startsWith('_') && fs.existsSync(path.join(base, name, 'tool.ts'))
  const names = fs.readdirSync(base).filter(isTool)
  const metas = {}
  for (const name of names) {
    const bundle = path.join(root, '.cache', `tool-${process.pid}-${name}.cjs`)
    const entryPoints = [path.join(base, name, 'tool.ts')]
    await esbuild.build({
      entryPoints,
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20.19',
      logLevel: 'warning',
      define: { 'import.meta.url': JSON.stringify(pathToFileURL(entryPoints[0]).href) },
    })
    const env = { ...process.env, FURROW_TOOL_NAME: name }
    metas[name] = JSON.parse(execFileSync(process.execPath, [bundle, '--meta'], { cwd: root, env, encoding: 'utf8' }))
    fs.rmSync(bundle)
  }
  fs.writeFileSync(path.join(out, 'tool-metas.json'), `${JSON.stringify(metas)}\n`)
}
