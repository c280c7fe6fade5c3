import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Manifest, OperationEntry } from '../src/operation/manifest.ts'
import { packageRoot } from '../src/store/installation/package-root.ts'
import { type Subject, timeCommands } from './commands.ts'
import type { Row } from './row.ts'

const ROUNDS = 30
const root = packageRoot()

/** What starting costs, whatever is asked for. */
export async function run(): Promise<Row[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-bench-start-'))
  try {
    const workspace = path.join(folder, 'workspace')
    fs.mkdirSync(workspace)
    return await timeCommands(subjectsIn(folder), { home: path.join(folder, 'home'), workspace, rounds: ROUNDS })
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
  fs.copyFileSync(path.join(root, 'package.json'), path.join(folder, 'package.json'))
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
