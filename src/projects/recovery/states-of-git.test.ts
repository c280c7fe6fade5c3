import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../../tests/lab.ts'
import { git, withRemote } from '../../../tests/support/explorations.ts'
import { carryOut, followNext } from '../../../tests/support/follow-next.ts'
import { full } from '../../../tests/support/full.ts'

const STATE = '.sow/project/state.yaml'
const EVENTS = '.sow/project/events.jsonl'

/** What people do with files and git while an exploration is under way; none of it is refused by git in a fresh lab. */
const DISTURBANCES: Readonly<Record<string, (lab: Lab) => void | Promise<void>>> = {
  'rename the branch': lab => attempt(lab, 'branch', '-m', `explore/renamed-${git(lab, 'branch', '--list').length}`),
  'switch to main': lab => attempt(lab, 'switch', '-q', 'main'),
  'switch to a new branch': lab => attempt(lab, 'switch', '-qc', `topic-${git(lab, 'branch', '--list').length}`),
  'detach the head': lab => attempt(lab, 'switch', '-q', '--detach'),
  'commit the folder': lab => {
    attempt(lab, 'add', '-A', '.sow')
    attempt(lab, 'commit', '-qm', 'more')
  },
  'restore an older state file': lab => attempt(lab, 'checkout', '-q', 'HEAD', '--', STATE),
  'restore an older log': lab => attempt(lab, 'checkout', '-q', 'HEAD', '--', EVENTS),
  'cut the log': lab => edit(lab, EVENTS, text => text.split('\n').slice(0, 1).join('\n')),
  'remove the state file': lab => fs.rmSync(path.join(lab.root, STATE), { force: true }),
  'edit the summary': lab => edit(lab, '.sow/project/summary.md', text => `${text}\nOne more line.\n`),
  'remove what was published': lab =>
    fs.rmSync(path.join(lab.root, '.sow/knowledge'), { recursive: true, force: true }),
  'merge into main and delete the branch': lab => {
    const branch = git(lab, 'branch', '--show-current').trim()
    if (branch === '' || branch === 'main') return
    attempt(lab, 'switch', '-q', 'main')
    attempt(lab, 'merge', '-q', '-m', 'merge', branch)
    attempt(lab, 'branch', '-D', branch)
  },
  'start another': async lab => void (await lab.app.call('exploration.start', { title: 'Another' }, { actor: PERSON })),
}

const PERSON = { kind: 'person', id: 'person', door: 'cli' } as const

function attempt(lab: Lab, ...args: string[]): void {
  try {
    git(lab, ...args)
  } catch (error) {
    // What git refuses in this state changes nothing.
    if (!(error instanceof Error && 'status' in error)) throw error
  }
}

function edit(lab: Lab, file: string, change: (text: string) => string): void {
  if (fs.existsSync(path.join(lab.root, file))) lab.write(file, change(lab.read(file)))
}

async function stepOn(lab: Lab, steps: number): Promise<void> {
  for (let at = 0; at < steps; at += 1) {
    const { state, next } = await lab.call('flow.next', {})
    if (state !== 'exploration' && state !== 'damaged') return
    await carryOut(lab, next.command)
  }
}

/** States that led nowhere once. */
const FOUND: [number, [string, number][]][] = [
  [8, [['commit the folder', 0]]],
  [
    6,
    [
      ['rename the branch', 3],
      ['rename the branch', 0],
    ],
  ],
]

/** For the long form. */
const HOUR = 3_600_000

test(
  'from every state that files and git can be in, the next step succeeds and leads to an end',
  async () => {
    const names = Object.keys(DISTURBANCES)
    const disturbed = fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(3)), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(fc.nat(9), disturbed, async (begun, list) => {
        await using lab = await openLab()
        withRemote(lab, path.join(path.dirname(lab.root), 'remote.git'))
        await lab.call('exploration.start', { title: 'Which authentication?', name: 'auth' })
        await stepOn(lab, begun)
        for (const [name, more] of list) {
          await DISTURBANCES[name]?.(lab)
          await stepOn(lab, more)
        }
        await followNext(lab)
        expect(lab.list('.sow/project')).not.toContain('state.yaml')
      }),
      { numRuns: full ? 200 : 10, examples: FOUND },
    )
  },
  HOUR,
)

test.each(Object.keys(DISTURBANCES))(
  'an exploration that is being finalized comes to its end after: %s',
  async name => {
    await using lab = await openLab()
    withRemote(lab, path.join(path.dirname(lab.root), 'remote.git'))
    await lab.call('exploration.start', { title: 'Which authentication?', name: 'auth' })
    await stepOn(lab, 7)
    await DISTURBANCES['commit the folder']?.(lab)
    await DISTURBANCES[name]?.(lab)
    await followNext(lab)
    expect(lab.list('.sow/project')).not.toContain('state.yaml')
  },
)
