// Builds dist/: the bin and the MCP entry, everything they load later as split chunks, the manifest, the web app. Does nothing when no input has changed.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { toCommonJs } from './common-js.mjs'
import { compileChunks } from './compile-chunks.mjs'
import { inputsHash, root } from './inputs.mjs'
import { writeToolFiles } from './tool-files.mjs'
import { writeToolMetas } from './tool-metas.mjs'

const INPUTS = [
  'src',
  'guides',
  'tools',
  'scripts/build.mjs',
  'scripts/tool-files.mjs',
  'scripts/tool-metas.mjs',
  'scripts/common-js.mjs',
  'scripts/compile-chunks.mjs',
  'scripts/entry',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
]
const dist = path.join(root, 'dist')

export async function build({ force = false } = {}) {
  const hash = `${inputsHash(INPUTS)} ${process.version}`
  const stamp = path.join(dist, '.stamp')
  if (!force && fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === hash) return false
  const next = path.join(root, '.cache', `dist-${process.pid}`)
  fs.rmSync(next, { recursive: true, force: true })
  await bundle(next)
  await writeManifest(next)
  await writeToolFiles(next)
  await writeToolMetas(next)
  await buildWeb(next)
  swapIn(next)
  compileChunks(dist)
  fs.writeFileSync(stamp, hash)
  return true
}

async function bundle(out) {
  const esbuild = await import('esbuild')
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  const common = {
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'warning',
    external: ['@photostructure/sqlite', 'esbuild'],
    alias: { '@modelcontextprotocol/server/_shims': path.join(root, 'src/doors/mcp/shims.ts') },
    define: { FURROW_VERSION: JSON.stringify(version) },
  }
  const compiledChunks = await minified(esbuild, path.join(root, 'scripts/entry/compiled-chunks.cjs'))
  const entries = new Map([['manifest', path.join(root, 'src/app/manifest.ts')], ...costlyModules()])
  await esbuild.build({
    ...common,
    format: 'cjs',
    entryPoints: [
      { in: 'src/doors/cli/bin.ts', out: 'furrow' },
      { in: 'src/doors/mcp/bin.ts', out: 'mcp' },
    ],
    outExtension: { '.js': '.cjs' },
    outdir: out,
    banner: { js: `#!/usr/bin/env node\n${compiledChunks}` },
    supported: { 'dynamic-import': true },
    plugins: [lazyChunks(entries), lazySchemas()],
  })
  await esbuild.build({
    ...common,
    format: 'esm',
    splitting: true,
    entryPoints: [...entries].map(([name, file]) => ({ in: file, out: name })),
    outdir: path.join(out, 'chunks'),
    chunkNames: '[name]-[hash]',
    plugins: [lazySchemas()],
  })
  await toCommonJs(esbuild, out)
  fs.chmodSync(path.join(out, 'furrow.cjs'), 0o755)
}

async function minified(esbuild, file) {
  const { code } = await esbuild.transform(fs.readFileSync(file, 'utf8'), {
    minifySyntax: true,
    minifyWhitespace: true,
  })
  return code
}

/**
 * The YAML parser, and what builds schemas when it is evaluated: as entries of their own they stay out of the chunks of
 * those who only may need them.
 */
function costlyModules() {
  const source = path.join(root, 'src')
  return filesBelow(source)
    .filter(file => /(?:^|\/)(?:contracts|model|ids|yaml)\.ts$/.test(file) && !file.startsWith('web/'))
    .map(file => [`costly-${file.replace(/\.ts$/, '').replaceAll('/', '-')}`, path.join(source, file)])
}

/** In a CommonJS entry `import('./main.ts')` becomes `import('./chunks/doors-cli-main.js')` and an entry of the split build. */
function lazyChunks(entries) {
  return {
    name: 'lazy-chunks',
    setup(build) {
      build.onResolve({ filter: /^\.\.?\// }, args => {
        if (args.path.endsWith('.cjs')) return { path: args.path, external: true }
        if (args.kind !== 'dynamic-import') return undefined
        const file = path.resolve(args.resolveDir, args.path)
        const name = path.relative(path.join(root, 'src'), file).replace(/\.ts$/, '').replaceAll(path.sep, '-')
        entries.set(name, file)
        return { path: `./chunks/${name}.js`, external: true }
      })
    },
  }
}

/** The MCP SDK's own schemas are made when they are first looked at; see src/doors/mcp/lazy-zod.ts. */
function lazySchemas() {
  const filter = /@modelcontextprotocol[\\/](?:core|server)[\\/]dist[\\/](?:schemas|auth|src)-[^\\/]+\.mjs$/
  const lazy = JSON.stringify(path.join(root, 'src/doors/mcp/lazy-zod.ts'))
  return {
    name: 'lazy-schemas',
    setup(build) {
      build.onLoad({ filter }, ({ path: file }) => {
        const text = fs.readFileSync(file, 'utf8')
        const contents = text.replace('import * as z from "zod/v4";', `import { z } from ${lazy};`)
        if (contents === text) throw new Error(`${file} does not import zod as it used to; see lazy-zod.ts`)
        return { contents, loader: 'js' }
      })
    },
  }
}

async function writeManifest(out) {
  const { makeManifest } = await import(pathToFileURL(path.join(out, 'chunks/manifest.js')).href)
  const { operations, ...rest } = await makeManifest(root)
  const outputs = Object.fromEntries(operations.map(({ name, output }) => [name, output]))
  const bare = operations.map(({ output: _, ...entry }) => entry)
  fs.writeFileSync(path.join(out, 'manifest.json'), JSON.stringify({ ...rest, operations: bare }))
  fs.writeFileSync(path.join(out, 'outputs.json'), JSON.stringify(outputs))
}

async function buildWeb(out) {
  const configFile = path.join(root, 'vite.config.ts')
  if (!fs.existsSync(configFile)) return
  const { build } = await import('vite')
  const folder = path.join(out, 'web')
  await build({
    root: path.join(root, 'src/web'),
    configFile,
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
  })
  fs.writeFileSync(path.join(out, 'web.json'), JSON.stringify(filesBelow(folder)))
}

function filesBelow(folder) {
  return fs
    .readdirSync(folder, { recursive: true })
    .filter(name => fs.statSync(path.join(folder, name)).isFile())
    .map(name => name.replaceAll(path.sep, '/'))
    .sort()
}

/** Renamed into place, so that nobody ever sees half a dist. */
function swapIn(next) {
  const old = path.join(root, '.cache', `old-${process.pid}`)
  if (fs.existsSync(dist)) fs.renameSync(dist, old)
  fs.renameSync(next, dist)
  fs.rmSync(old, { recursive: true, force: true })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = performance.now()
  const built = await build({ force: process.argv.includes('--force') })
  console.error(built ? `built dist/ in ${((performance.now() - started) / 1000).toFixed(1)} s` : 'dist/ is up to date')
}
