import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agent, type Lab, openLab } from '../../../tests/lab.ts'
import { changedAfter, unversioned } from './touched.ts'

const ID = 'fix-crash'
const GATES = `gates:
  - name: unit
    command: echo counted >> .sdlc/.runs/count; echo report > report.txt
`

/** A check that succeeded without completing the change, as when the caller's time was up before the next one ended. */
async function proven(options: { git?: boolean } = {}): Promise<Lab> {
  const lab = await openLab(options)
  lab.write('.sdlc/config.yaml', `${GATES}  - name: last\n    command: test -e done\n`)
  if (options.git !== false) lab.write('.gitignore', 'ignored\n')
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Fix crash' })
  await lab.call('change.advance', { content: 'It crashes.' })
  await lab.call('context.check', {})
  await lab.call('change.advance', { content: 'Nothing like it.' })
  await lab.call('change.advance', { content: '- mend it' })
  lab.write('src/new.ts', 'one')
  await lab.call('trust.status', {})
  await lab.call('trust.grant', {})
  await lab.refusal('change.advance', { content: 'Done.' })
  expect(counted(lab)).toBe(1)
  return lab
}

const counted = (lab: Lab) => lab.read('.sdlc/.runs/count').trim().split('\n').length
const again = (lab: Lab) => lab.app.call('change.advance', { content: 'Done.' }, { actor: agent })

test.each([{ git: true }, { git: false }])('what a check itself leaves behind voids nothing ($git)', async options => {
  await using lab = await proven(options)
  await again(lab)
  expect(counted(lab)).toBe(1)
})

test.each([
  ['an untracked file that is written', (lab: Lab) => lab.write('src/new.ts', 'two')],
  ['an untracked file that comes', (lab: Lab) => lab.write('src/other.ts', 'x')],
  ['an untracked file that goes', (lab: Lab) => fs.rmSync(path.join(lab.root, 'src/new.ts'))],
  [
    'a file whose date is set back',
    (lab: Lab) => {
      lab.write('src/new.ts', 'three')
      fs.utimesSync(path.join(lab.root, 'src/new.ts'), new Date(0), new Date(0))
    },
  ],
])('%s voids the proof, with git and without', async (_, change) => {
  for (const git of [true, false]) {
    await using lab = await proven({ git })
    change(lab)
    await again(lab)
    expect(counted(lab)).toBe(2)
  }
})

test('what git ignores, and the texts of the pipeline, void nothing', async () => {
  await using lab = await proven()
  execFileSync('git', ['add', '.gitignore'], { cwd: lab.root })
  await again(lab)
  const before = counted(lab)
  fs.appendFileSync(path.join(lab.root, `sdd/changes/${ID}/tasks.md`), '- more\n')
  await again(lab)
  expect(counted(lab)).toBe(before)
  const entries = await unversioned(lab.app.workspace)
  expect(entries?.some(({ path: name }) => name.startsWith('sdd') || name.startsWith('.sdlc'))).toBe(false)
})

test('a change counts unless it fell within a check', () => {
  const times = fc.integer({ min: 0, max: 100 })
  const span = fc.tuple(times, times).map(([one, other]) => ({ from: Math.min(one, other), to: Math.max(one, other) }))
  fc.assert(
    fc.property(times, fc.array(times), fc.array(span), (end, changes, spans) => {
      const found = changedAfter(
        end,
        changes.map(at => ({ path: 'x', at })),
        spans,
      )
      const counts = changes.filter(at => at > end && spans.every(({ from, to }) => at < from || at > to))
      expect(found?.at).toBe(counts[0])
    }),
  )
})
