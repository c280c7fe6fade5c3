import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { full } from '../support/full.ts'
import { openFaultLab } from './fault-lab.ts'
import { figure } from './figures.ts'
import type { Order } from './orders.ts'
import { randomFrom, seedFor } from './seed.ts'
import { type Edit, startWorker } from './worker.ts'

/** Changed at the same moment; or just emptied, which no list of settings is. */
const REFUSALS = expect.stringMatching(/^(?:conflict|damaged)$/)
const FILE = '.sdlc/config.yaml'
const FIRST = 'project:\n  name: first # kept\n'
const ROUNDS = full ? 1000 : 250
/** vim, git and `sed -i` bring a new file; VS Code empties the file and then writes it. */
const WAYS = ['rename', 'replace', 'in place', 'sed', 'empty and fill'] as const

test('D8 whatever a person saves while Furrow writes is still there, or is what Furrow wrote on', async () => {
  const random = randomFrom(seedFor('D8'))
  using lab = openFaultLab()
  lab.write(FILE, FIRST)
  await lab.perform(setName('second', 'earlier'))
  lab.freeze()
  await using worker = await startWorker(lab, { preload: true })
  // The first call of a process loads more than the next ones.
  for (const id of ['warm', 'up']) await worker.ask(setName(id, id), { fresh: true })
  lab.restore()
  const { counts = {} } = (await worker.ask(setName('third', 'count'), { fresh: true })) ?? {}
  const { calls = 0, 'last rename': rename = 0 } = counts
  const ends = { written: 0, refused: 0 }
  for (let round = 0; ends.written + ends.refused < ROUNDS; round += 1) {
    lab.restore()
    const mine = `# person ${round}`
    const edits = editsOf(random.pick(WAYS), { file: path.join(lab.root, FILE), mine, at: 1 + random.below(calls) })
    // Between the last look and the rename nobody can be noticed; it is the one moment that is promised to nobody.
    if (edits.some(({ at }) => at === rename)) continue
    const answer = await worker.ask(setName(`name${round}`, 'op'), { fresh: true, fault: { kind: 'edit', edits } })
    const where = JSON.stringify({ edits, reply: answer?.reply })
    const now = fs.readFileSync(path.join(lab.root, FILE), 'utf8')
    expect(now.includes(mine) || keptIn(lab.home).some(text => text.includes(mine)), `${where}\n${now}`).toBe(true)
    if (answer?.reply.ok !== true) expect(answer?.reply, where).toMatchObject({ error: { code: REFUSALS } })
    ends[answer?.reply.ok === true ? 'written' : 'refused'] += 1
  }
  figure(
    'D8',
    `${ends.written + ends.refused} saves of a person while Furrow writes`,
    `${JSON.stringify(ends)}, 0 lost`,
  )
  expect(Math.min(ends.written, ends.refused)).toBeGreaterThan(0)
})

function setName(value: string, id: string): Order {
  return { call: 'config.set', input: { key: 'project.name', value }, id }
}

function editsOf(way: (typeof WAYS)[number], { file, mine, at }: { file: string; mine: string; at: number }): Edit[] {
  const text = `${mine}\n${FIRST}`
  if (way === 'sed') return [{ at, how: way, file, text: mine }]
  if (way !== 'empty and fill') return [{ at, how: way, file, text }]
  return [
    { at, how: 'empty', file, text: '' },
    { at: at + 3, how: 'fill', file, text },
  ]
}

function keptIn(home: string): string[] {
  const folders = fs.readdirSync(path.join(home, 'repos')).map(name => path.join(home, 'repos', name, 'kept'))
  return folders
    .filter(folder => fs.existsSync(folder))
    .flatMap(folder => fs.readdirSync(folder).map(name => fs.readFileSync(path.join(folder, name), 'utf8')))
}

test('D8 a text that lost is kept, and its author is told where', async () => {
  using lab = openFaultLab()
  lab.write('notes.md', 'theirs\n')
  const refused = await lab.perform({ steps: [{ replace: 'notes.md', text: 'ours\n' }], id: 'replace' })
  expect(refused).toMatchObject({ ok: false, error: { code: 'conflict', details: { kept: expect.any(String) } } })
  expect(keptIn(lab.home)).toEqual(['ours\n'])
  expect(fs.readFileSync(path.join(lab.root, 'notes.md'), 'utf8')).toBe('theirs\n')
})

test('D8 a merge that is not finished is named with file and line, and nothing is written over it', async () => {
  using lab = openFaultLab()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=p', '-c', 'user.email=p@x', ...args], { cwd: lab.root, stdio: 'pipe' })
  const commit = (text: string) => {
    lab.write(FILE, text)
    git('add', '-A')
    git('commit', '-qm', 'config')
  }
  commit('project:\n  name: base\n')
  git('checkout', '-qb', 'theirs')
  commit('project:\n  name: theirs\n')
  git('checkout', '-q', 'main')
  commit('project:\n  name: ours\n')
  expect(() => git('merge', 'theirs')).toThrow()
  const merging = fs.readFileSync(path.join(lab.root, FILE), 'utf8')
  expect(merging).toContain('<<<<<<<')
  for (const order of [setName('new', 'op'), { call: 'config.list', input: {}, id: 'list' }]) {
    const reply = await lab.perform(order)
    expect(reply).toMatchObject({ ok: false, error: { code: 'damaged', target: expect.stringContaining(FILE) } })
    expect(JSON.stringify(reply)).toContain(`${FILE}:2`)
  }
  expect(fs.readFileSync(path.join(lab.root, FILE), 'utf8')).toBe(merging)
})
