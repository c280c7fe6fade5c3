import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { agent, type Lab, openLab } from '../../../tests/lab.ts'
import { addSummaries, finalizing, git, withRemote } from '../../../tests/support/explorations.ts'
import { forgeConfig, startForge } from '../../../tests/support/forge.ts'

const INDEX = '.sow/knowledge/explorations/index.md'

async function ready(lab: Lab): Promise<string> {
  const bare = withRemote(lab, path.join(path.dirname(lab.root), 'remote.git'))
  await finalizing(lab)
  return bare
}

function reasonsOf({ details }: { details?: Record<string, unknown> | undefined }) {
  return (details?.['reasons'] ?? []) as { code: string; ids: string[]; message: string; fix: string }[]
}

test.each([
  ['002', 'Publish the summaries', /is not published$/],
  ['003', 'Update the index', /does not list/],
  ['004', 'Commit the published documents', /are not committed$/],
  ['005', 'Push the branch', /nothing was committed$/],
  ['006', 'Open a pull request', /the remote is not on a forge$/],
])(
  '3-28, 3-75, 3-104: step %s (%s) cannot be marked as completed while its effect is missing',
  async (id, name, why) => {
    await using lab = await openLab()
    await ready(lab)
    const before = lab.read('.sow/project/state.yaml')
    const refused = await lab.refusal('exploration.task_update', { id, status: 'completed' }, agent)
    expect(refused).toMatchObject({ code: 'blocked', fix: 'furrow agent finalize --apply' })
    expect(refused.message).toMatch(why)
    expect(refused.message).toContain(`${id} (${name}) is not done: `)
    expect(lab.read('.sow/project/state.yaml')).toBe(before)
  },
)

test('what was done by hand is found by its effect and noted', async () => {
  await using lab = await openLab()
  const bare = await ready(lab)
  const { target } = await lab.call('exploration.plan', {})
  await lab.call('exploration.finalize', { apply: true })
  const done = (await lab.call('exploration.plan', {})).commit
  await lab.call('exploration.revise', { reason: 'Once more.' })
  await lab.call('exploration.complete', {})
  for (const id of ['002', '003', '004', '005']) {
    const { task } = await lab.call('exploration.task_update', { id, status: 'completed' }, agent)
    expect(task).toMatchObject({ status: 'completed', result: expect.any(String) })
  }
  expect(await lab.call('exploration.plan', {})).toMatchObject({ target, commit: done })
  expect(git({ root: bare }, 'rev-parse', 'explore/auth-approaches').trim()).toBe(done)
})

test('a step is skipped by a person with a reason, which record and brief repeat; an agent asks', async () => {
  await using lab = await openLab()
  await ready(lab)
  await lab.call('exploration.finalize', { apply: true })
  const wish = { id: '006', reason: 'We merge without one.' }
  expect(await lab.refusal('exploration.step_skip', wish, agent)).toMatchObject({ code: 'needs_person' })
  // Nobody is asked about a step that cannot be left out.
  expect(await lab.refusal('exploration.step_skip', { ...wish, id: '002' }, agent)).toMatchObject({ code: 'blocked' })
  expect(
    await lab.refusal('exploration.task_update', { id: '006', status: 'skipped', reason: 'no' }, agent),
  ).toMatchObject({ code: 'blocked', message: 'only a person skips 006, with a reason' })
  expect(await lab.refusal('exploration.step_skip', { id: '006', reason: ' ' })).toMatchObject({ code: 'usage' })
  expect(await lab.refusal('exploration.step_skip', { id: '002', reason: 'no' })).toMatchObject({ code: 'blocked' })
  await lab.call('exploration.step_skip', wish)
  expect((await lab.call('exploration.complete', {})).state).toBe('Completed')
  expect((await lab.call('exploration.brief', {})).text).toContain(
    'Open a pull request [006]: skipped: We merge without one.',
  )
  expect((await lab.call('exploration.log', {})).events[1]).toMatchObject({ command: 'skip', reason: wish.reason })
})

test.each([
  ['a published document is removed', (lab: Lab, target: string) => fs.rmSync(path.join(lab.root, target)), '002'],
  ['a published document is edited', (lab: Lab, target: string) => lab.write(target, 'Other.\n'), '002'],
  ['the index loses its line', (lab: Lab) => lab.write(INDEX, '# Explorations\n'), '003'],
  [
    'the commit is taken back',
    (lab: Lab) => git(lab, 'update-ref', 'refs/heads/explore/auth-approaches', 'main'),
    '004',
  ],
  [
    'the remote loses the branch',
    (lab: Lab) => git(lab, 'update-ref', '-d', 'refs/remotes/origin/explore/auth-approaches'),
    '005',
  ],
])('3-28, 3-104: complete refuses when %s, although every step says completed', async (_, damage, id) => {
  await using lab = await openLab()
  await ready(lab)
  const { target } = await lab.call('exploration.finalize', { apply: true })
  await lab.call('exploration.step_skip', { id: '006', reason: 'No pull requests here.' })
  damage(lab, target)
  for (const refused of [
    await lab.refusal('exploration.complete', {}),
    await lab.refusal('exploration.complete', { dry_run: true }),
  ]) {
    expect(refused.code).toBe('blocked')
    expect(reasonsOf(refused)[0]).toMatchObject({ code: 'step_undone', ids: [id] })
  }
})

test('finalizing again restores what is missing, and the exploration ends', async () => {
  await using lab = await openLab()
  await ready(lab)
  const { target } = await lab.call('exploration.finalize', { apply: true })
  fs.rmSync(path.join(lab.root, target))
  lab.write(INDEX, '# Explorations\n')
  const { next } = await lab.call('exploration.status', {})
  expect(next).toMatchObject({ command: 'furrow explore finish' })
  await lab.call('exploration.finalize', { apply: true })
  expect(lab.read(INDEX)).toContain(`](${path.basename(target)})`)
  expect(await lab.call('exploration.complete', {})).toMatchObject({ state: 'Completed' })
})

test('3-27, 3-85, 3-103: a summary that is edited while finalizing: the next step goes back, and publishes what was approved again', async () => {
  await using lab = await openLab()
  await ready(lab)
  lab.write('.sow/project/summary.md', '# Other\n\nAnother answer.\n')
  const { next } = await lab.call('exploration.status', {})
  expect(next.command).toBe("furrow agent revise --reason 'the documents changed after they were approved'")
  expect((await lab.call('exploration.brief', {})).text).toContain(`\`\`\`bash\n${next.command}\n\`\`\``)
  for (const id of ['004', '005', '006']) await lab.call('exploration.step_skip', { id, reason: 'A test.' })
  expect(await lab.refusal('exploration.complete', {})).toMatchObject({ code: 'blocked', fix: next.command })
  await lab.call('exploration.revise', { reason: 'It changed.' })
  await lab.call('artifact.approve', { path: 'summary.md' })
  await lab.call('exploration.complete', {})
  const { target } = await lab.call('exploration.finalize', { apply: true })
  expect(lab.read(target)).toContain('Another answer.')
})

test('what Furrow skipped for want of a remote is done once there is one', async () => {
  await using lab = await openLab()
  const bare = await ready(lab)
  git(lab, 'remote', 'remove', 'origin')
  const first = await lab.call('exploration.finalize', { apply: true })
  expect(first.steps[3]).toMatchObject({ status: 'skipped', reason: 'there is no remote' })
  const { revision } = await lab.call('exploration.status', {})
  await lab.call('exploration.finalize', { apply: true })
  expect((await lab.call('exploration.status', {})).revision).toBe(revision)
  git(lab, 'remote', 'add', 'origin', bare)
  const again = await lab.call('exploration.finalize', { apply: true })
  expect(again.steps[3]).toMatchObject({ status: 'completed', result: 'origin/explore/auth-approaches' })
  expect(again.steps[3]).not.toHaveProperty('reason')
})

test('3-72: an address that Furrow does not push to stops the exploration; a push by hand counts, or a person skips it', async () => {
  await using lab = await openLab()
  const bare = await ready(lab)
  git(lab, 'remote', 'set-url', '--push', 'origin', 'ext::sh -c true')
  const refused = await lab.refusal('exploration.finalize', { apply: true })
  expect(refused).toMatchObject({
    code: 'blocked',
    fix: "furrow explore skip 005 --reason 'the address of origin needs a program'",
  })
  expect(refused.message).toContain('`git push origin explore/auth-approaches`')
  git(lab, 'remote', 'set-url', '--push', 'origin', bare)
  git(lab, 'push', '-q', 'origin', 'explore/auth-approaches')
  git(lab, 'remote', 'set-url', '--push', 'origin', 'ext::sh -c true')
  const { steps } = await lab.call('exploration.finalize', { apply: true })
  expect(steps[3]).toMatchObject({ action: 'push', status: 'completed' })
})

test('3-73: the finalization commit takes the working folder off the branch and leaves it in the worktree', async () => {
  await using lab = await openLab()
  const bare = await ready(lab)
  git(lab, 'add', '.sow/project')
  git(lab, 'commit', '-qm', 'hand over')
  lab.write('staged.txt', 'staged\n')
  git(lab, 'add', 'staged.txt')
  const { target } = await lab.call('exploration.finalize', { apply: true })
  const held = git({ root: bare }, 'ls-tree', '-r', '--name-only', 'explore/auth-approaches').trim().split('\n')
  expect(held).toEqual([target, INDEX, 'readme.md'])
  expect(lab.list('.sow/project')).toEqual(['events.jsonl', 'state.yaml', 'summary.md'])
  expect(git(lab, 'status', '--porcelain', '--untracked-files=no').trimEnd()).toBe('A  staged.txt')
  git(lab, 'add', '.sow/project')
  git(lab, 'commit', '-qm', 'by mistake', '--', '.sow/project')
  expect(await lab.refusal('exploration.complete', {})).toMatchObject({
    message: expect.stringContaining('the last commit still holds .sow/project'),
  })
  await lab.call('exploration.finalize', { apply: true })
  expect(await lab.call('exploration.complete', {})).toMatchObject({ state: 'Completed' })
})

test('3-63, 3-65: published again under another name or form: the commit drops the old file, and the index has one line', async () => {
  await using lab = await openLab()
  const bare = await ready(lab)
  const { target } = await lab.call('exploration.finalize', { apply: true })
  await lab.call('exploration.revise', { reason: 'Two documents.' })
  await addSummaries(lab, 'summary.md', 'detail.md')
  for (const file of ['summary.md', 'detail.md']) await lab.call('artifact.approve', { path: file })
  await lab.call('exploration.complete', {})
  const folder = (await lab.call('exploration.finalize', { apply: true })).target
  const listed = () => git({ root: bare }, 'ls-tree', '-r', '--name-only', 'explore/auth-approaches').trim().split('\n')
  expect(listed()).toEqual([`${folder}/detail.md`, `${folder}/summary.md`, INDEX, 'readme.md'])
  expect(fs.existsSync(path.join(lab.root, target))).toBe(false)
  await lab.call('exploration.revise', { reason: 'Another name.' })
  await lab.call('exploration.complete', {})
  const other = (await lab.call('exploration.finalize', { apply: true, as: 'sign-on' })).target
  expect(listed()).toEqual([INDEX, `${other}/detail.md`, `${other}/summary.md`, 'readme.md'])
  expect(lab.read(INDEX).match(/^- \[.*$/gm)).toEqual([expect.stringContaining('](sign-on/summary.md)')])
  expect(await lab.call('exploration.complete', {})).toMatchObject({ state: 'Completed' })
})

test('3-69: a pull request of other work on the branch is named as shared', async () => {
  await using forge = await startForge()
  await using lab = await openLab()
  withRemote(lab)
  fs.mkdirSync(lab.home, { recursive: true, mode: 0o700 })
  fs.writeFileSync(path.join(lab.home, 'config.yaml'), forgeConfig(forge.api), { mode: 0o600 })
  forge.opened.push({ title: 'Earlier', head: 'explore/auth-approaches', base: 'main', body: 'Something else.' })
  await finalizing(lab)
  const { steps, target, pull_request } = await lab.call('exploration.finalize', { apply: true })
  expect([pull_request, forge.opened.length]).toEqual(['https://forge.test/team/shop/pull/1', 1])
  expect(steps.at(-1)).toMatchObject({
    status: 'completed',
    result: `https://forge.test/team/shop/pull/1 (shared: it does not name ${target})`,
  })
})
