import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { agent, type Lab, openLab } from '../../tests/lab.ts'
import { renderChange } from '../changes/show/view-change.ts'

const CHANGE = 'sdd/changes/fix-login'
const DOCUMENT = `${CHANGE}/describe.md`

async function described(lab: Lab): Promise<number> {
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Fix login' })
  await lab.call('change.advance', { content: 'After the login the wrong page opens.\n\nIt should be the start page.' })
  return lineOf(lab, 'It should be')
}

function lineOf(lab: Lab, words: string): number {
  return (
    lab
      .read(DOCUMENT)
      .split('\n')
      .findIndex(line => line.includes(words)) + 1
  )
}

async function commented(lab: Lab) {
  const line = await described(lab)
  return lab.call('review.comment', { path: DOCUMENT, line, text: 'Which start page?' })
}

test('a comment is one file beside the work, with who by name, and an answer is another', async () => {
  await using lab = await openLab()
  execFileSync('git', ['config', 'user.name', 'Ann Example'], { cwd: lab.root })
  const thread = await commented(lab)
  expect(thread).toMatchObject({
    path: DOCUMENT,
    state: 'open',
    standing: 'current',
    quote: 'It should be the start page.',
    comments: [{ kind: 'comment', by: { kind: 'person', name: 'Ann Example' }, text: 'Which start page?' }],
  })
  expect(lab.list(`${CHANGE}/reviews`)).toEqual([`${thread.id}.yaml`])
  const answered = await lab.call('review.reply', { id: thread.id, text: 'The one of the shop.' }, agent)
  expect(answered.comments[1]).toMatchObject({ kind: 'reply', by: { kind: 'agent', name: 'test-agent' } })
  expect(lab.list(`${CHANGE}/reviews`)).toHaveLength(2)
  expect((await lab.call('review.list', {})).threads).toEqual([answered])
})

test('a comment moves with its line, and is outdated when the line is gone', async () => {
  await using lab = await openLab()
  const { id, line } = await commented(lab)
  lab.write(DOCUMENT, `# A new first line\n\n${lab.read(DOCUMENT)}`)
  expect((await lab.call('review.list', { path: DOCUMENT })).threads).toMatchObject([
    { id, line: line + 2, standing: 'moved' },
  ])
  lab.write(DOCUMENT, lab.read(DOCUMENT).replace('It should be the start page.', 'It should be the last page.'))
  expect((await lab.call('review.list', { path: DOCUMENT })).threads).toMatchObject([
    { id, standing: 'outdated', quote: 'It should be the start page.' },
  ])
})

test('an agent answers the thread of a person and cannot resolve it; a person can', async () => {
  await using lab = await openLab()
  const { id } = await commented(lab)
  expect(await lab.refusal('review.resolve', { id }, agent)).toMatchObject({
    code: 'forbidden',
    fix: `furrow review reply ${id} 'What I changed'`,
  })
  expect(await lab.call('review.resolve', { id, text: 'Fine now.' })).toMatchObject({ state: 'resolved' })
  expect(await lab.refusal('review.resolve', { id })).toMatchObject({ code: 'invalid_state' })
  expect((await lab.call('review.list', {})).threads).toEqual([])
  expect(await lab.call('review.reopen', { id }, agent)).toMatchObject({ state: 'open' })
})

test('an agent resolves what an agent opened', async () => {
  await using lab = await openLab()
  const line = await described(lab)
  const { id } = await lab.call('review.comment', { path: DOCUMENT, line, text: 'To check.' }, agent)
  expect(await lab.call('review.resolve', { id }, agent)).toMatchObject({ state: 'resolved' })
})

test('change status shows open comments to the agent, and no resolved ones', async () => {
  await using lab = await openLab()
  const { id } = await commented(lab)
  const change = await lab.call('change.status', {}, agent)
  expect(change).toMatchObject({ reviews: [{ id }] })
  expect(renderChange(change)).toContain('Which start page?')
  await lab.call('review.resolve', { id })
  expect(await lab.call('change.status', {})).not.toHaveProperty('reviews')
})

test('comments go with a change that is archived', async () => {
  await using lab = await openLab()
  const { id } = await commented(lab)
  await lab.call('change.cancel', { id: 'fix-login' })
  await lab.call('change.archive', { id: 'fix-login' })
  expect((await lab.call('review.list', {})).threads).toEqual([])
  expect((await lab.call('review.list', { path: 'sdd/history/fix-login' })).threads).toMatchObject([
    { id, path: 'sdd/history/fix-login/describe.md', standing: 'current' },
  ])
  expect(await lab.call('review.reply', { id, text: 'Too late.' })).toMatchObject({ state: 'open' })
})

test('answers on two branches merge without a conflict, and both are shown', async () => {
  await using lab = await openLab()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Lab', '-c', 'user.email=lab@localhost', ...args], { cwd: lab.root })
  const { id } = await commented(lab)
  const commit = (message: string) => {
    git('add', '-A')
    git('commit', '-qm', message)
  }
  commit('comment')
  git('switch', '-qc', 'theirs')
  await lab.call('review.reply', { id, text: 'From there.' })
  commit('theirs')
  git('switch', '-q', '-')
  await lab.call('review.reply', { id, text: 'From here.' })
  commit('ours')
  git('merge', '-q', '--no-edit', 'theirs')
  const [thread] = (await lab.call('review.list', {})).threads
  expect(thread?.comments.map(({ text }) => text).sort()).toEqual(['From here.', 'From there.', 'Which start page?'])
})

test('a thread that cannot be read is named, and hides no other', async () => {
  await using lab = await openLab()
  const { id, line } = await commented(lab)
  await lab.call('review.comment', { path: DOCUMENT, line, text: 'Another.' })
  lab.write(`${CHANGE}/reviews/${id}.yaml`, 'schema_version: 1\nline: many\n')
  const { threads, problems } = await lab.call('review.list', {})
  expect(threads).toMatchObject([{ comments: [{ text: 'Another.' }] }])
  expect(problems).toMatchObject([{ path: `${CHANGE}/reviews/${id}.yaml` }])
  expect(await lab.refusal('review.reply', { id, text: 'Lost?' })).toMatchObject({ code: 'damaged' })
})

test('a comment on what is not there, or on a line that says something else, is refused', async () => {
  await using lab = await openLab()
  const line = await described(lab)
  const comment = { path: DOCUMENT, line, text: 'Hm.' }
  expect(await lab.refusal('review.comment', { ...comment, path: 'sdd/nothing.md' })).toMatchObject({
    code: 'not_found',
  })
  expect(await lab.refusal('review.comment', { ...comment, line: 9999 })).toMatchObject({ code: 'usage' })
  expect(await lab.refusal('review.comment', { ...comment, quote: 'Something else' })).toMatchObject({
    code: 'stale_revision',
  })
  expect(lab.list(`${CHANGE}/reviews`)).toEqual([])
})

test('any file of the repository can be commented; its comments are in .sdlc', async () => {
  await using lab = await openLab()
  lab.write('src/login.ts', 'const page = 1\nopen(page)\n')
  const { id } = await lab.call('review.comment', { path: 'src/login.ts', line: 1, end_line: 2, text: 'Both?' })
  expect(lab.list('.sdlc/reviews')).toEqual([`${id}.yaml`])
  expect((await lab.call('review.list', { path: 'src' })).threads).toMatchObject([{ id, line: 1, end_line: 2 }])
})
