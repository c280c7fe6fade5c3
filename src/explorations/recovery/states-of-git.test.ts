import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../../tests/lab.ts'
import { git, withRemote } from '../../../tests/support/explorations.ts'
import { carryOut, followNext } from '../../../tests/support/follow-next.ts'
import { full } from '../../../tests/support/full.ts'
import { directDoor, WAYS } from '../../../tests/support/project-types.ts'

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
  'remove the log': lab => fs.rmSync(path.join(lab.root, EVENTS), { force: true }),
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
  'squash it into main and delete the branch': lab => {
    const branch = git(lab, 'branch', '--show-current').trim()
    if (branch === '' || branch === 'main') return
    attempt(lab, 'switch', '-q', 'main')
    attempt(lab, 'merge', '-q', '--squash', branch)
    attempt(lab, 'commit', '-qm', 'squashed')
    attempt(lab, 'branch', '-D', branch)
  },
  'merge it on the remote and delete it there': lab => {
    const branch = git(lab, 'branch', '--show-current').trim()
    if (branch === '' || branch === 'main' || !fs.existsSync(remoteOf(lab))) return
    attempt(lab, 'push', '-q', 'origin', `${branch}:main`, `:${branch}`)
    attempt(lab, 'fetch', '-q', '--prune', remoteOf(lab), '+refs/heads/*:refs/remotes/origin/*')
  },
  'take the branch into another worktree': lab => {
    const branch = git(lab, 'branch', '--show-current').trim()
    if (branch === '' || branch === 'main') return
    attempt(lab, 'switch', '-q', 'main')
    attempt(
      lab,
      'worktree',
      'add',
      '-q',
      path.join(path.dirname(lab.root), `second-${branch.replace(/\W/g, '-')}`),
      branch,
    )
  },
  'go back by a commit': lab => attempt(lab, 'reset', '-q', '--hard', 'HEAD~1'),
  'put it all into the stash': lab => attempt(lab, 'stash', '-q', '--include-untracked'),
  'clean what is not committed': lab => attempt(lab, 'clean', '-qfdx', '.sow'),
  'amend the last commit': lab => attempt(lab, 'commit', '-q', '--amend', '--allow-empty', '-m', 'amended'),
  'begin without history': lab =>
    attempt(lab, 'switch', '-q', '--orphan', `new-${git(lab, 'branch', '--list').length}`),
  'forget the remote': lab => attempt(lab, 'remote', 'remove', 'origin'),
  'write another state': lab =>
    edit(lab, STATE, text => text.replace(/current_state: \w+/, 'current_state: Finalizing')),
  'leave a conflict in the log': lab =>
    edit(lab, EVENTS, text => `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> other\n`),
  'leave a conflict in the index': lab =>
    edit(lab, '.sow/knowledge/explorations/index.md', text => `<<<<<<< HEAD\n${text}=======\n>>>>>>> other\n`),
  'remove the summary': lab => fs.rmSync(path.join(lab.root, '.sow/project/summary.md'), { force: true }),
  'make a conflicting merge': lab => {
    const branch = git(lab, 'branch', '--show-current').trim()
    if (branch === '' || git(lab, 'ls-files', 'readme.md') === '') return
    attempt(lab, 'switch', '-qc', `other-${git(lab, 'branch', '--list').length}`)
    lab.write('readme.md', '# Theirs\n')
    attempt(lab, 'commit', '-qm', 'theirs', 'readme.md')
    const theirs = git(lab, 'branch', '--show-current').trim()
    attempt(lab, 'switch', '-q', branch)
    lab.write('readme.md', '# Ours\n')
    attempt(lab, 'commit', '-qm', 'ours', 'readme.md')
    attempt(lab, 'merge', '-q', theirs)
  },
  'empty the state file': lab => edit(lab, STATE, () => ''),
  'leave a conflict in the state file': lab =>
    edit(lab, STATE, text => `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> other\n`),
  'write a status that there is not': lab => edit(lab, STATE, text => text.replace(/status: \w+/, 'status: wild')),
  'remove the remote': lab => {
    if (fs.existsSync(remoteOf(lab))) fs.renameSync(remoteOf(lab), `${remoteOf(lab)}.gone`)
  },
  'push something else to the branch': lab => pushElse(lab),
  'take the name': lab =>
    lab.write(
      `.sow/knowledge/explorations/auth-${new Date().toISOString().slice(0, 7)}.md`,
      'Of another exploration.\n',
    ),
  'leave the branch to the remote': lab => {
    const branch = git(lab, 'branch', '--show-current').trim()
    if (branch === '' || branch === 'main' || !fs.existsSync(remoteOf(lab))) return
    attempt(lab, 'push', '-q', 'origin', branch)
    attempt(lab, 'switch', '-q', 'main')
    attempt(lab, 'branch', '-D', branch)
  },
  'start another': async lab => void (await lab.app.call('exploration.start', { title: 'Another' }, { actor: PERSON })),
}

function remoteOf(lab: Lab): string {
  return path.join(path.dirname(lab.root), 'remote.git')
}

/** A commit of somebody else that this clone has not seen. */
function pushElse(lab: Lab): void {
  const branch = git(lab, 'branch', '--show-current').trim()
  if (branch === '' || branch === 'main' || !fs.existsSync(remoteOf(lab))) return
  const [head, tree] = [git(lab, 'rev-parse', 'HEAD').trim(), git(lab, 'rev-parse', 'main^{tree}').trim()]
  const commit = git(lab, 'commit-tree', tree, '-p', head, '-m', 'of somebody else').trim()
  attempt(lab, 'push', '-q', remoteOf(lab), `${commit}:refs/heads/${branch}`)
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
  [
    0,
    [
      ['leave a conflict in the log', 0],
      ['rename the branch', 0],
    ],
  ],
  [8, [['commit the folder', 0]]],
  [
    6,
    [
      ['rename the branch', 3],
      ['rename the branch', 0],
    ],
  ],
  [
    2,
    [
      ['take the name', 0],
      ['push something else to the branch', 1],
    ],
  ],
]

/** For the long form. */
const HOUR = 3_600_000

test(
  '3-91: from every state that files and git can be in, the next step succeeds and leads to an end',
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
      // The long form looks for new states; the short one says the same of the same source.
      { ...(full ? { numRuns: 200 } : { numRuns: 10, seed: 20_261_119 }), examples: FOUND },
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

const OTHERS = ['design', 'breakdown', 'standard'].flatMap(type =>
  ['rename the branch', 'squash it into main and delete the branch', 'leave a conflict in the log'].map(
    name => [type, name] as const,
  ),
)

test.each(OTHERS)('%s comes to its end after: %s', async (type, name) => {
  await using lab = await openLab()
  withRemote(lab, path.join(path.dirname(lab.root), 'remote.git'))
  await WAYS[type]?.(lab, directDoor(lab))
  await DISTURBANCES['commit the folder']?.(lab)
  await DISTURBANCES[name]?.(lab)
  await followNext(lab)
  expect(lab.list('.sow/project')).not.toContain('state.yaml')
})

test('a branch that went to another worktree without the exploration: it goes on here, on a branch of its own', async () => {
  await using lab = await openLab()
  withRemote(lab, path.join(path.dirname(lab.root), 'remote.git'))
  await lab.call('exploration.start', { title: 'Which authentication?', name: 'auth' })
  git(lab, 'branch', 'explore/auth-2')
  await DISTURBANCES['take the branch into another worktree']?.(lab)
  expect((await lab.call('flow.next', {})).next.command).toBe('git switch --create explore/auth-3')
  const taken = await followNext(lab)
  expect(taken).toContain('furrow explore rebind')
  expect(lab.list('.sow/knowledge/explorations')).toContain('index.md')
})
