import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Manifest, OperationEntry } from '../src/operation/manifest.ts'
import { packageRoot } from '../src/workspace/package-root.ts'
import type { Row } from './row.ts'

interface Subject {
  readonly what: string
  readonly args: readonly string[]
  readonly limit?: number
}

const ROUNDS = 30
const root = packageRoot()
const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...inherited } = process.env

/** How long commands take from start to end, as a multiple of `node -e 0` in the same rounds; medians. */
export async function run(): Promise<Row[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-bench-start-'))
  try {
    return await measure(folder, subjectsIn(folder))
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

function subjectsIn(folder: string): Subject[] {
  const bin = path.join(root, 'dist/furrow.cjs')
  const large = distWithHundredOperations(folder)
  return [
    { what: 'furrow --version', args: [bin, '--version'], limit: 1.5 },
    { what: 'furrow status', args: [bin, 'status'], limit: 3 },
    { what: 'furrow status, 100 operations', args: [large, 'status'], limit: 3 },
    { what: 'furrow status --json', args: [bin, 'status', '--json'], limit: 3 },
    { what: 'furrow log (with inputs)', args: [bin, 'log', '--limit', '5'] },
    {
      what: 'furrow hook before-edit, during a change',
      args: [bin, 'hook', 'before-edit', '--workspace', withChange(folder)],
      limit: 2,
    },
    { what: 'furrow help', args: [bin, 'help'] },
    { what: 'furrow __complete, 100 operations', args: [large, '__complete', 'conf'] },
  ]
}

async function measure(folder: string, subjects: readonly Subject[]): Promise<Row[]> {
  const env = { ...inherited, FURROW_HOME: path.join(folder, 'home') }
  const workspace = path.join(folder, 'workspace')
  fs.mkdirSync(workspace)
  const times = new Map<readonly string[], number[]>()
  const base = ['-e', '0']
  // The first round makes the home and is not counted. Every round is one of each, so that a busy moment hits all alike.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const args of [base, ...subjects.map(subject => subject.args)]) {
      const time = await timeOf(args, { env, cwd: workspace })
      if (round > 0) times.set(args, [...(times.get(args) ?? []), time])
    }
  }
  const bare = median(times.get(base) ?? [])
  return subjects.map(({ what, args, limit }) => {
    const figure = median(times.get(args) ?? [])
    return { what, figure, unit: 'ms', base: bare, ratio: figure / bare, ...(limit !== undefined && { limit }) }
  })
}

function timeOf(args: readonly string[], options: { env: NodeJS.ProcessEnv; cwd: string }): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.resume()
  return new Promise((resolve, reject) => {
    child.once('exit', code =>
      code === 0 ? resolve(performance.now() - started) : reject(new Error(`${args.join(' ')} ended with ${code}`)),
    )
  })
}

/** A workspace in the middle of a change: what an agent's edits usually meet. */
function withChange(folder: string): string {
  const root = path.join(folder, 'changing')
  const change = path.join(root, 'sdd/changes/fix-login')
  fs.mkdirSync(change, { recursive: true })
  fs.writeFileSync(path.join(change, 'change.json'), JSON.stringify({ id: 'fix-login', status: 'active' }))
  return root
}

/** The built program with a registry as large as it is meant to become. */
function distWithHundredOperations(folder: string): string {
  const manifest = JSON.parse(fs.readFileSync(path.join(root, 'dist/manifest.json'), 'utf8')) as Manifest
  const missing = Math.max(0, 100 - manifest.operations.length)
  const copies = Array.from({ length: missing }, (_, index) => renamed(manifest.operations, index))
  const dist = path.join(folder, 'dist')
  fs.cpSync(path.join(root, 'dist'), dist, { recursive: true, filter: source => !source.endsWith('dist/web') })
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  const grown = { ...manifest, operations: [...manifest.operations, ...copies] }
  fs.writeFileSync(path.join(dist, 'manifest.json'), JSON.stringify(grown))
  return path.join(dist, 'furrow.cjs')
}

function renamed(operations: readonly OperationEntry[], index: number): OperationEntry {
  const { cli, ...model } = operations[index % operations.length] as OperationEntry
  const name = `bench.number_${index}`
  return { ...model, name, key: name, ...(cli !== undefined && { cli: { ...cli, path: `bench number-${index}` } }) }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
