import { expect, test } from 'vitest'
import { type Lab, openLab } from '../lab.ts'
import { runCli } from '../support/cli.ts'
import { connectStdio } from '../support/mcp.ts'
import { endOf } from '../support/tools.ts'

const QUESTION = 'Where is the session cookie set?'
const PATIENCE = { timeout: 60_000, interval: 100 }

test('an agent gets the passages with instructions, and what it stores is the answer of the thread', async () => {
  await using lab = await withCode()
  await using mcp = await connectStdio(lab, { era: '2026-07-28', name: 'asker' })
  const { tools } = await mcp.client.listTools()
  expect(tools.map(({ name }) => name)).toContain('ask_codebase')
  const { properties, required } = Object(tools.find(({ name }) => name === 'ask_codebase')?.inputSchema)
  expect(properties.action).toMatchObject({ enum: ['ask', 'store'], default: 'ask' })
  expect(required ?? []).not.toContain('action')
  const asked = await mcp.client.callTool({ name: 'ask_codebase', arguments: { question: QUESTION } })
  const { thread_id, turn_id, sources, instructions, synthesis } = asked.structuredContent as Asked
  expect(sources[0]).toMatchObject({ path: 'src/login.ts', excerpt: expect.stringContaining('setCookie') })
  expect(instructions).toContain(`\`thread_id: ${thread_id}\``)
  expect(synthesis).toBeNull()
  expect(textOf(asked)).toContain('src/login.ts:1-')
  const text = 'By `setCookie`, src/login.ts:7.'
  await mcp.client.callTool({
    name: 'ask_codebase',
    arguments: { action: 'store', thread_id, turn_id, synthesis: text },
  })
  const shown = await mcp.client.callTool({ name: 'ask_threads', arguments: { action: 'show', id: thread_id } })
  expect(textOf(shown)).toContain(text)
  const { turns } = await lab.call('thread.show', { id: thread_id })
  expect(turns).toMatchObject([{ id: turn_id, question: QUESTION, synthesis: text, way: 'client', status: 'answered' }])
})

test('at a terminal a question is answered by passages with path and lines, and gone on with', async () => {
  await using lab = await withCode()
  const first = await runCli(lab, ['ask', QUESTION])
  expect(first.code, first.stderr).toBe(0)
  expect(first.stdout).toContain('Extracted, not written')
  expect(first.stdout).toMatch(/src\/login\.ts:\d+-\d+/)
  const [, thread = ''] = /--thread ([\w-]+)/.exec(first.stdout) ?? []
  const second = await runCli(lab, ['ask', 'And is it HttpOnly?', '--thread', thread, '--json'])
  expect(JSON.parse(second.stdout)).toMatchObject({ thread_id: thread, turn_id: 'turn-002', way: 'extract' })
  const list = await runCli(lab, ['ask', 'threads', '--text', 'httponly'])
  expect(list.stdout).toContain(`${QUESTION}** ${thread}, 2 questions`)
})

test('the built-in tool ama is set up, runs, and keeps its trust when its config is edited', async () => {
  await using lab = await withCode()
  const tool = await lab.call('tool.info', { name: 'ama' })
  expect(tool).toMatchObject({ built_in: true, trusted: true, threaded: true, requires_setup: true, setup_done: false })
  expect(tool.result_actions?.map(({ label }) => label)).toEqual(['Create feature from thread', 'Open as ponder'])
  await lab.call('tool.update', {})
  lab.write('.sdlc/tools/ama/config.yaml', 'extensions: [ts]\nignore: []\n')
  await lab.call('ask.search', { question: QUESTION })
  expect(await lab.call('tool.info', { name: 'ama' })).toMatchObject({ setup_done: true })
  lab.write('.sdlc/tools/ama/index/current', 'gone\n')
  expect(await lab.call('tool.info', { name: 'ama' })).toMatchObject({ setup_done: false })
  const setup = await lab.call('tool.setup', { name: 'ama' })
  await endOfRun(lab, setup.interaction_id)
  expect(await lab.call('tool.info', { name: 'ama' })).toMatchObject({ trusted: true, setup_done: true })
  const { interaction_id } = await lab.call('tool.run', { name: 'ama', input: { question: QUESTION } })
  const { result, status } = await endOf(lab, 'ama', interaction_id)
  expect(status, JSON.stringify(result)).toBe('succeeded')
  expect(result).toMatchObject({ ok: true, data: { turn_id: 'turn-001', way: 'extract' } })
  const { threads } = await lab.call('thread.list', {})
  expect(threads).toMatchObject([{ id: Object(result?.data).thread_id, title: QUESTION }])
})

test('a thread becomes a feature, a ponder and a task, each citing it, and knows all three', async () => {
  await using lab = await withCode()
  const { thread_id: id } = await lab.call('ask.answer', { question: QUESTION, way: 'extract' })
  const cli = await runCli(lab, ['ask', 'threads', 'commit', id, 'feature', '--title', 'Signed cookies', '--json'])
  expect(JSON.parse(cli.stdout)).toMatchObject({ committed_to: 'feature:signed-cookies' })
  const spec = lab.read('.sdlc/features/signed-cookies/spec.md')
  expect(spec).toContain(`Originated from AMA thread '${QUESTION}' (ama/${id}).`)
  expect(spec).toMatch(/- src\/login\.ts:\d+-\d+/)
  await using mcp = await connectStdio(lab, { era: '2026-07-28', name: 'asker' })
  await mcp.client.callTool({ name: 'ask_threads', arguments: { action: 'commit', id, target: 'ponder' } })
  await lab.call('thread.commit', { id, target: 'task', feature: 'signed-cookies' })
  const { committed_to, commits } = await lab.call('thread.show', { id })
  expect(commits.map(({ target }) => target)).toEqual([
    'feature:signed-cookies',
    'ponder:where-is-the-session-cookie-set',
    'task:signed-cookies/T1',
  ])
  expect(committed_to).toBe('task:signed-cookies/T1')
})

interface Asked {
  readonly thread_id: string
  readonly turn_id: string
  readonly sources: readonly { path: string; excerpt: string }[]
  readonly instructions?: string
  readonly synthesis: string | null
}

function textOf(result: { content?: unknown }): string {
  return (result.content as { text?: string }[]).map(({ text = '' }) => text).join('\n')
}

async function endOfRun(lab: Lab, id: string): Promise<void> {
  await expect.poll(async () => (await lab.call('run.wait', { id })).status, PATIENCE).toBe('succeeded')
}

async function withCode(): Promise<Lab> {
  const lab = await openLab()
  lab.write('src/login.ts', LOGIN)
  lab.write('README.md', '# Shop\n\nSells apples.\n')
  return lab
}

const LOGIN = `/** Signs a person in and sets the session cookie. */
export function login(name: string): string {
  const session = name.toUpperCase()
  return setCookie('session', session)
}

function setCookie(key: string, value: string): string {
  return [key, value, 'HttpOnly'].join('; ')
}
`
