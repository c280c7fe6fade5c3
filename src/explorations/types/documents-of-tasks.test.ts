import { expect, test } from 'vitest'
import { agent, openLab } from '../../../tests/lab.ts'

test('finish begins the documents of the tasks, and none that belongs to no task', async () => {
  await using lab = await openLab({ git: false })
  const started = await lab.call('exploration.start', { title: 'The login', type: 'design' })
  expect(started.to_begin).toEqual([])
  expect(await lab.call('exploration.finish', {}, agent)).toMatchObject({ done: [], blocked: true })
  const { project } = await lab.call('exploration.task_create', { name: 'Sessions', also: ['Tokens'] })
  expect(project.to_begin).toEqual([
    { kind: 'design', task: '001' },
    { kind: 'design', task: '002' },
  ])
  await lab.call('exploration.finish', {}, agent)
  const { artifacts } = await lab.call('artifact.list', {})
  expect(artifacts.map(({ path, tasks }) => [path, tasks])).toEqual([
    ['designs/001-sessions.md', ['001']],
    ['designs/002-tokens.md', ['002']],
  ])
})

test('a note in the place of a document is left alone, and finish says what is open', async () => {
  await using lab = await openLab({ git: false })
  await lab.call('exploration.start', { title: 'The login', type: 'design' })
  await lab.call('exploration.task_create', { name: 'Sessions' })
  lab.write('.sow/project/designs/001-sessions.md', 'Only a note.\n')
  await lab.call('artifact.add', { path: 'designs/001-sessions.md', kind: 'note' })
  const stopped = await lab.call('exploration.finish', {}, agent)
  expect(stopped).toMatchObject({ done: [], blocked: true })
  expect(lab.read('.sow/project/designs/001-sessions.md')).toBe('Only a note.\n')
})

test('a task with a document of its own is completed with it: the next step says when, and asks for no outcome', async () => {
  await using lab = await openLab({ git: false })
  await lab.call('exploration.start', { title: 'The login', type: 'design' })
  await lab.call('exploration.task_create', { name: 'Sessions' })
  const { project } = await lab.call('artifact.new', { kind: 'design', task: '001' })
  expect(project.next).toMatchObject({
    says: 'Write .sow/project/designs/001-sessions.md, then complete 001 (Sessions).',
    command: 'furrow agent task update 001 --status completed',
  })
  expect(project.next).not.toHaveProperty('needs')
  lab.write('.sow/project/designs/001-sessions.md', '# Sessions\n\nOn the server.\n')
  const approved = await lab.call('artifact.approve', { path: 'designs/001-sessions.md' })
  expect(approved.project.next.says).toBe('.sow/project/designs/001-sessions.md is approved: complete 001 (Sessions).')
})

test('what is open is called as the type calls it, and by the command that leads on', async () => {
  await using lab = await openLab({ git: false })
  await lab.call('exploration.start', { title: 'The login', type: 'design' })
  expect((await lab.refusal('exploration.complete', {})).message).toContain('there is no document yet')
  await lab.call('exploration.task_create', { name: 'Sessions' })
  const { message } = await lab.refusal('exploration.complete', {})
  expect(message).toContain('1 document is not yet completed or abandoned - 001 (Sessions) is pending')
  expect(message).not.toContain('cannot advance')
})

test('outside of research an outcome is no claim: nobody is asked for its source', async () => {
  await using lab = await openLab({ git: false })
  await lab.call('exploration.start', { title: 'Add a login', type: 'standard' })
  await lab.call('exploration.task_create', { name: 'The model' })
  lab.write('.sow/project/plan.md', '# Plan\n\n## Findings\n\n- The model comes first.\n')
  await lab.call('artifact.add', { path: 'plan.md', kind: 'plan' })
  await lab.call('artifact.approve', { path: 'plan.md' })
  await lab.call('exploration.complete', {})
  const built = await lab.call('exploration.task_update', { id: '001', status: 'completed', outcome: 'Built.' })
  expect(built.project.warnings).toEqual([])
  expect(await lab.call('exploration.check', {})).toMatchObject({ holds: true, claims: [], conclusions: [] })
  lab.write('.sow/project/plan.md', '# Plan\n\n## Findings\n\n- The model comes first. [s7]\n')
  expect((await lab.call('exploration.check', {})).claims).toMatchObject([{ problem: 'cites s7, which is unknown' }])
})
