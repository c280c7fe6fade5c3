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
  /** `before` is a program that starts Node in its turn: `['strace', '-f']`. */
  run(args?: readonly string[], flags?: readonly string[], before?: readonly string[]): Promise<FreshResult>
}

/** Bundles a script that imports as the file `from` would; each run is a Node process that has done nothing before. */
export async function freshProcess(from: string, script: string): Promise<FreshProcess> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'furrow-fresh-'))
  const file = path.join(folder, 'script.mjs')
  const resolveDir = path.dirname(fileURLToPath(from))
  await build({
    stdin: { contents: script, resolveDir, loader: 'ts' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    outfile: file,
    banner: { js: "import { createRequire as __cr } from 'node:module';const require = __cr(import.meta.url);" },
  })
  return {
    run: (args = [], flags = [], before = []) => result([...before, process.execPath, ...flags, file, ...args]),
    [Symbol.asyncDispose]: () => fs.rm(folder, { recursive: true, force: true }),
  }
}

function result([program = '', ...args]: readonly string[]): Promise<FreshResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const out = { stdout: '', stderr: '' }
    child.stdout.on('data', chunk => (out.stdout += chunk))
    child.stderr.on('data', chunk => (out.stderr += chunk))
    child.once('error', reject)
    child.once('close', code => resolve({ code, ...out }))
  })
}
