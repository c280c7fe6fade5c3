import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Lab, openLab, person } from '../../../tests/lab.ts'
import { addSummaries, git, summarizing, withRemote } from '../../../tests/support/explorations.ts'
import { carryOut } from '../../../tests/support/follow-next.ts'
import { findUnfinished } from '../../store/git/git-unfinished.ts'

const STATE = '.sow/project/state.yaml'
const BRANCH = 'explore/auth-approaches'

/** An approved exploration whose folder is committed, and a main that has gone on in the same file. */
async function diverged(lab: Lab): Promise<string> {
  const bare = withRemote(lab, path.join(path.dirname(lab.root), 'remote.git'))
  await summarizing(lab)
  await addSummaries(lab, 'summary.md')
  await lab.call('artifact.approve', { path: 'summary.md' })
  await lab.call('exploration.share', {})
  git(lab, 'switch', '-q', 'main')
  commitFile(lab, 'shared.txt', 'main\n')
  commitFile(lab, 'important.txt', 'important\n')
  git(lab, 'switch', '-q', BRANCH)
  commitFile(lab, 'shared.txt', 'ours\n')
  return bare
}

function commitFile(lab: Lab, file: string, text: string): void {
  lab.write(file, text)
  git(lab, 'add', file)
  git(lab, 'commit', '-qm', `change ${file}`)
}

/** Git stops at a conflict with an exit code that is not 0. */
function stopped(lab: Lab, ...args: string[]): void {
  expect(() => git(lab, ...args)).toThrow()
}

/** None of them opens an editor. */
const CONTINUES: Readonly<Record<string, string>> = {
  merge: 'git commit --no-edit',
  rebase: 'git -c core.editor=true rebase --continue',
  'cherry-pick': 'git -c core.editor=true cherry-pick --continue',
  revert: 'git -c core.editor=true revert --continue',
  am: 'git am --continue',
}

const STOPS = [
  ['A merge', 'merge', (lab: Lab) => stopped(lab, 'merge', 'main')],
  ['A rebase', 'rebase', (lab: Lab) => stopped(lab, 'rebase', 'main')],
  ['A rebase', 'rebase', (lab: Lab) => stopped(lab, 'rebase', '--apply', 'main')],
  ['A cherry-pick', 'cherry-pick', (lab: Lab) => stopped(lab, 'cherry-pick', 'main~1')],
  ['A revert', 'revert', (lab: Lab) => revertToConflict(lab)],
  ['A git am', 'am', (lab: Lab) => applyToConflict(lab)],
] as const

test.each(STOPS)(
  'while %s has stopped at a conflict (%s), Furrow commits and stages nothing',
  async (name, verb, begin) => {
    await using lab = await openLab()
    const bare = await diverged(lab)
    begin(lab)
    const seen = () => [
      git(lab, 'rev-parse', 'HEAD'),
      git(lab, 'status', '--porcelain'),
      git(lab, 'ls-files', '--stage'),
    ]
    const before = seen()
    const { says: message, command: fix } = (await lab.call('flow.next', {})).next
    // Patches leave no conflict in the index: git has nothing of them to commit.
    const isPatch = fix === 'git am --skip' || fix === 'git rebase --skip'
    expect(fix).toBe(isPatch ? fix : 'git add -- shared.txt')
    if (!isPatch) expect(message).toContain(`${name} has stopped at a conflict.`)
    expect(message).toContain(isPatch ? 'leave it out' : `To take it back: \`git ${verb} --abort\`.`)
    expect(await lab.call('exploration.finish', {})).toMatchObject({
      blocked: true,
      done: [],
      reasons: [{ code: 'git_unfinished', message, fix }],
    })
    for (const operation of ['exploration.share', 'exploration.rebind'] as const)
      expect(await lab.refusal(operation, {})).toMatchObject({ code: 'blocked', message, fix })
    expect(await lab.refusal('exploration.settle', { commit: true })).toMatchObject({ message, fix })
    expect(await lab.call('exploration.status', {})).toMatchObject({
      problems: [{ code: 'git_unfinished', message, fix }],
      next: { says: message, command: fix },
    })
    if (!isPatch) {
      expect((await lab.call('exploration.plan', {})).reasons[0]).toMatchObject({ message, fix })
      expect((await lab.call('doctor.check', {})).findings).toContainEqual(expect.objectContaining({ message, fix }))
    }
    expect(seen()).toEqual(before)
    expect(git({ root: bare }, 'branch', '--list')).toBe('')
    if (isPatch) return
    lab.write('shared.txt', 'both\n')
    git(lab, 'add', 'shared.txt')
    const onward = CONTINUES[verb] ?? ''
    const decided = `${name} is under way in this worktree; Furrow commits nothing until it ends. Finish it: \`${onward}\`. Or take it back: \`git ${verb} --abort\`.`
    expect(await lab.refusal('exploration.share', {})).toMatchObject({ message: decided, fix: onward })
  },
)

/** What each command says while something is in its way; what stops `finish` is an answer of its own. */
async function fixesOf(lab: Lab): Promise<Record<string, string | undefined>> {
  const refused = async (operation: 'exploration.share' | 'exploration.rebind' | 'exploration.plan') => {
    const outcome = await lab.app.call(operation, {}, { actor: person })
    return outcome.ok ? (outcome.value as { reasons: { fix?: string }[] }).reasons[0]?.fix : outcome.error.fix
  }
  const finished = await lab.app.call('exploration.finish', {}, { actor: person })
  const finish = finished.ok ? (finished.value as { next: { command: string } }).next.command : finished.error.fix
  const settled = await lab.refusal('exploration.settle', { commit: true })
  return {
    next: (await lab.call('flow.next', {})).next.command,
    share: await refused('exploration.share'),
    rebind: await refused('exploration.rebind'),
    plan: await refused('exploration.plan'),
    settle: settled.fix,
    finish,
  }
}

test.each(STOPS)(
  'from %s that has stopped at a conflict (%s), each next step succeeds and leads out',
  async (...[, , begin]) => {
    await using lab = await openLab()
    await diverged(lab)
    begin(lab)
    const gitDir = path.join(lab.root, '.git')
    for (let left = 6; findUnfinished(gitDir) !== undefined; left -= 1) {
      expect(left).toBeGreaterThan(0)
      await carryOut(lab, (await lab.call('flow.next', {})).next.command)
    }
    expect((await lab.call('exploration.status', {})).problems).toEqual([])
  },
)

test('finalizing stops before its first step while a merge is under way, and goes on after it', async () => {
  await using lab = await openLab()
  const bare = await diverged(lab)
  await lab.call('exploration.complete', {})
  stopped(lab, 'merge', 'main')
  const knowledge = lab.list('.sow/knowledge')
  expect(await lab.refusal('exploration.finalize', { apply: true })).toMatchObject({ fix: 'git add -- shared.txt' })
  expect(lab.list('.sow/knowledge')).toEqual(knowledge)
  lab.write('shared.txt', 'both\n')
  git(lab, 'add', 'shared.txt')
  git(lab, 'commit', '-qm', 'merge main')
  await lab.call('exploration.finish', {})
  const held = git({ root: bare }, 'ls-tree', '-r', '--name-only', BRANCH)
  expect(held).toContain('important.txt')
  expect(held).not.toContain('.sow/project')
})

test('a merge with a conflict in state.yaml: next takes one side, stages it, and then continues the merge', async () => {
  await using lab = await openLab()
  await diverged(lab)
  git(lab, 'switch', '-qc', 'other')
  commitFile(lab, STATE, lab.read(STATE).replace(/description: .*/, 'description: Of another'))
  git(lab, 'switch', '-q', BRANCH)
  commitFile(lab, STATE, lab.read(STATE).replace(/description: .*/, 'description: Of ours'))
  stopped(lab, 'merge', 'other')
  const next = async () => {
    const fixes = await fixesOf(lab)
    expect(new Set(Object.values(fixes)), JSON.stringify(fixes)).toHaveLength(1)
    return fixes['next'] ?? ''
  }
  expect(await next()).toBe(`git checkout --ours -- ${STATE}`)
  await carryOut(lab, await next())
  expect(await next()).toBe(`git add -- ${STATE}`)
  await carryOut(lab, await next())
  expect(await next()).toBe('git commit --no-edit')
  await carryOut(lab, await next())
  expect((await lab.call('exploration.status', {})).description).toBe('Of ours')
})

test('a picked commit of which nothing is left is skipped, and a log with the lines of both sides is put in order', async () => {
  await using lab = await openLab()
  await diverged(lab)
  git(lab, 'switch', '-qc', 'other')
  await lab.call('exploration.note', { text: 'Of theirs', kind: 'decision' })
  git(lab, 'commit', '-qm', 'theirs', '--', '.sow')
  git(lab, 'switch', '-q', BRANCH)
  await lab.call('exploration.note', { text: 'Of ours', kind: 'decision' })
  git(lab, 'commit', '-qm', 'ours', '--', '.sow')
  stopped(lab, 'cherry-pick', 'other')
  const taken: string[] = []
  const theirs = 'the decision "Of theirs", noted by Maintainer, is not in it; note it again'
  while (taken.length < 6 && !taken.includes('furrow explore adopt')) {
    const { command } = (await lab.call('flow.next', {})).next
    await carryOut(lab, command)
    taken.push(command)
  }
  expect(taken).toEqual([
    `git checkout --ours -- ${STATE}`,
    `git add -- .sow/project/events.jsonl ${STATE}`,
    CONTINUES['cherry-pick'],
    'furrow explore adopt',
  ])
  expect((await lab.call('exploration.log', {})).events[0]?.summary).toContain(theirs)
  expect(lab.read('.sow/project/events.jsonl')).toContain('"reason":"Of theirs"')
  git(lab, 'commit', '-qam', 'adopted')
  stopped(lab, 'cherry-pick', 'main~1')
  await carryOut(lab, 'git checkout --ours -- shared.txt')
  await carryOut(lab, 'git add -- shared.txt')
  expect((await lab.call('flow.next', {})).next.command).toBe('git cherry-pick --skip')
  await carryOut(lab, 'git cherry-pick --skip')
  expect((await lab.call('exploration.status', {})).problems).toEqual([])
})

test.each(['ours', 'theirs'])(
  'a merge with a side on which the exploration has ended leaves it off the branch (%s)',
  async side => {
    await using lab = await openLab()
    await diverged(lab)
    git(lab, 'branch', 'other')
    git(lab, 'rm', '-qr', '.sow/project')
    git(lab, 'commit', '-qm', 'finished elsewhere')
    git(lab, 'switch', '-q', 'other')
    commitFile(lab, STATE, lab.read(STATE).replace(/description: .*/, 'description: Went on'))
    const [here, there] = side === 'theirs' ? ['other', BRANCH] : [BRANCH, 'other']
    git(lab, 'switch', '-q', here)
    stopped(lab, 'merge', there)
    const { says, command } = (await lab.call('flow.next', {})).next
    expect(says).toContain(`To go on with it instead: \`git add -- ${STATE}\`.`)
    expect(command).toBe(`git rm --quiet -- ${STATE}`)
    await carryOut(lab, command)
    await carryOut(lab, (await lab.call('flow.next', {})).next.command)
    expect(git(lab, 'ls-files')).not.toContain('.sow/project')
    expect(git(lab, 'log', '--all', '--full-history', '-p', '--', STATE)).toContain('Went on')
  },
)

test('between two picked commits and during a bisect Furrow waits too', async () => {
  await using lab = await openLab()
  await diverged(lab)
  const gitDir = path.join(lab.root, '.git')
  fs.mkdirSync(path.join(gitDir, 'sequencer'))
  fs.writeFileSync(path.join(gitDir, 'sequencer/todo'), 'revert 1234567 one\n')
  expect(await lab.refusal('exploration.share', {})).toMatchObject({ fix: CONTINUES['revert'] })
  fs.writeFileSync(path.join(gitDir, 'sequencer/todo'), 'pick 1234567 one\n')
  expect(await lab.refusal('exploration.share', {})).toMatchObject({ fix: CONTINUES['cherry-pick'] })
  fs.rmSync(path.join(gitDir, 'sequencer'), { recursive: true })
  git(lab, 'bisect', 'start')
  expect(await lab.refusal('exploration.share', {})).toMatchObject({
    message:
      'A bisect is under way in this worktree; Furrow commits nothing until it ends. End it: `git bisect reset`.',
    fix: 'git bisect reset',
  })
  git(lab, 'bisect', 'reset')
  await lab.call('exploration.share', {})
})

function revertToConflict(lab: Lab): void {
  commitFile(lab, 'shared.txt', 'later\n')
  stopped(lab, 'revert', '--no-edit', 'HEAD~1')
}

function applyToConflict(lab: Lab): void {
  const patch = path.join(path.dirname(lab.root), 'main.patch')
  fs.writeFileSync(patch, git(lab, 'format-patch', '--stdout', '-1', 'main~1'))
  stopped(lab, 'am', patch)
}
