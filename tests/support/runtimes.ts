import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Lab, openLab } from '../lab.ts'
import { cachedPackage } from './packages.ts'

export const RUNTIMES = ['bun', 'deno', 'node'] as const
type Runtime = (typeof RUNTIMES)[number]

/** The first time on a machine their packages are fetched, which may take minutes. */
export const FETCHING_MS = 600_000

const cpu = process.arch === 'arm64' ? { bun: 'aarch64', deno: 'arm64' } : { bun: 'x64', deno: 'x64' }

/** The binaries come in packages of their own, for each system one. */
const PROGRAMS: Readonly<Record<Runtime, () => Promise<string | undefined>>> = {
  bun: async () => path.join(await cachedPackage(`@oven/bun-linux-${cpu.bun}`, '1.4.4'), 'bin/bun'),
  deno: async () => path.join(await cachedPackage(`@deno/linux-${cpu.deno}-glibc`, '2.9.6'), 'deno'),
  node: async () => undefined,
}

/** The program that runs justfiles, in a folder of its own. */
export async function justFolder(): Promise<string> {
  const folder = await cachedPackage(`rust-just-linux-${process.arch}`, '1.57.0')
  const program = path.join(folder, 'bin/just')
  fs.chmodSync(program, 0o755)
  // As a package manager installs it: nothing is started out of a folder that is part of `node_modules`.
  const bin = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-just-'))
  fs.symlinkSync(program, path.join(bin, 'just'))
  return bin
}

/** The same workspace, with the runtime in its PATH. */
export async function openWith(lab: Lab, runtime: Runtime): Promise<Lab> {
  const program = await PROGRAMS[runtime]()
  const bin = path.join(path.dirname(lab.root), 'bin')
  fs.mkdirSync(bin)
  if (program !== undefined) {
    fs.chmodSync(program, 0o755)
    fs.symlinkSync(program, path.join(bin, runtime))
  }
  const own = await openLab({ root: lab.root, env: { ...lab.env, PATH: `${bin}:${lab.env['PATH']}` } })
  return { ...own, root: lab.root, write: lab.write, read: lab.read, list: lab.list }
}
