import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { CHANGE_SIZES, CHANGE_TYPES, flowFor } from '../src/changes/flows.ts'
import { advanceChange, beginChange } from '../src/changes/transitions.ts'
import { packageRoot } from '../src/store/installation/package-root.ts'
import { timeCommands } from './commands.ts'
import type { Row } from './row.ts'

const MANY = 1000
const ROUNDS = 20
const LONG_AGO = '2026-01-02T10:00:00.000Z'
const WORDS = ['login', 'session', 'cache', 'index', 'export', 'board', 'report', 'queue', 'journal', 'worker', 'form']

/** What a workspace with a thousand finished changes costs whoever asks where things stand. */
export async function run(): Promise<Row[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-bench-changes-'))
  const workspace = path.join(folder, 'workspace')
  const bin = path.join(packageRoot(), 'dist/furrow.cjs')
  try {
    for (let n = 0; n < MANY; n += 1) finished(workspace, n)
    // Files that changed a moment ago are read each time; those of a real history are older than that.
    await new Promise(resolve => setTimeout(resolve, 2500))
    return await timeCommands(
      [
        { what: 'furrow status, 1,000 changes', args: [bin, 'status'], limit: 3 },
        { what: 'furrow context-check, 1,000 changes', args: [bin, 'context-check', 'the login session'], limit: 10 },
        { what: 'furrow change list, 1,000 changes', args: [bin, 'change', 'list'] },
        { what: 'furrow next, 1,000 changes', args: [bin, 'next'] },
      ],
      { home: path.join(folder, 'home'), workspace, rounds: ROUNDS },
    )
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** As the pipeline leaves it: every stage done, with its text, and every tenth with a decision. */
export function finished(workspace: string, n: number): void {
  const [type, size] = [
    CHANGE_TYPES[n % CHANGE_TYPES.length] ?? 'fix',
    CHANGE_SIZES[n % CHANGE_SIZES.length] ?? 'small',
  ]
  const flow = flowFor(type, size) ?? []
  const id = `change-${n}`
  const word = (by: number) => WORDS[(n * by) % WORDS.length]
  const description = `Change ${n}: the ${word(1)} and the ${word(7)} of the ${word(3)}`
  const change = flow.reduce(
    now => advanceChange(now, LONG_AGO),
    beginChange({ id, type, size, description, flow }, LONG_AGO),
  )
  const folder = path.join(workspace, 'sdd/changes', id)
  fs.mkdirSync(path.join(folder, 'adrs'), { recursive: true })
  fs.writeFileSync(path.join(folder, 'change.json'), `${JSON.stringify(change, null, 2)}\n`)
  for (const stage of flow) fs.writeFileSync(path.join(folder, `${stage}.md`), `# ${stage}\n\nAbout the ${word(5)}.\n`)
  if (n % 10 === 0)
    fs.writeFileSync(path.join(folder, `adrs/ADR-${n}.md`), `# ADR-${n}: The ${word(2)}\n\n## Decision\n\n${word(4)}\n`)
  else fs.rmdirSync(path.join(folder, 'adrs'))
}
