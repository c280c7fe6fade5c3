import { spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

export interface FreshResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface FreshProcess extends AsyncDisposable {
  run(args?: readonly string[], flags?: readonly string[]): Promise<FreshResult>
}

/** Bundles a script that sees this folder's modules; each run is a Node process that has done nothing before. */
export async function freshProcess(script: string): Promise<FreshProcess> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'furrow-fresh-'))
  const file = path.join(folder, 'script.cjs')
  const resolveDir = path.dirname(fileURLToPath(import.meta.url))
  await build({
    stdin: { contents: script, resolveDir, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile: file,
  })
  return {
    run: (args = [], flags = []) => result([...flags, file, ...args]),
    [Symbol.asyncDispose]: () => fs.rm(folder, { recursive: true, force: true }),
  }
}

function result(args: readonly string[]): Promise<FreshResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const out = { stdout: '', stderr: '' }
    child.stdout.on('data', chunk => (out.stdout += chunk))
    child.stderr.on('data', chunk => (out.stderr += chunk))
    child.once('error', reject)
    child.once('close', code => resolve({ code, ...out }))
  })
}
