import { expect, test } from 'vitest'
import { isOver } from '../../src/runs/model.ts'
import { type Lab, openLab } from '../lab.ts'
import { setUpAgent } from '../support/agents.ts'
import { runCli } from '../support/cli.ts'
import { serveBuilt } from '../support/serve.ts'

const QUESTION = 'Where is the session cookie set?'
const PATIENCE = { timeout: 120_000, interval: 100 }

test('killing the server during synthesis loses neither the question nor the answer', async () => {
  await using lab = await withCode()
  setUpAgent(lab)
  await lab.call('ask.search', { question: QUESTION })
  const answer = 'In `setCookie`, src/login.ts:7.'
  let thread: Asked
  {
    await using server = await serveBuilt(lab)
    const response = await fetch(`${server.address}/api/tools/ama/answer`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ question: scripted({ spawn: { script: 'true', file: 'go' } }, { say: answer }) }),
    })
    expect(response.status).toBe(202)
    thread = (await response.json()) as Asked
    expect(thread).toMatchObject({ status: 'answering', way: 'agent', run_id: expect.any(String), synthesis: null })
    process.kill(server.pid, 'SIGKILL')
    await server.over
  }
  const before = await lab.call('thread.show', { id: thread.thread_id })
  expect(before.turns).toMatchObject([{ question: expect.stringContaining('session cookie'), status: 'answering' }])
  lab.write('go', '')
  const turnNow = async () => (await lab.call('thread.show', { id: thread.thread_id })).turns[0]
  await expect.poll(turnNow, PATIENCE).toMatchObject({ status: 'answered', synthesis: answer, way: 'agent' })
  expect(lab.read(`.sdlc/tool-interactions/ama/${thread.thread_id}.yaml`)).toContain(answer)
})

test('an agent that ends without a word leaves the passages, and says so', async () => {
  await using lab = await withCode()
  setUpAgent(lab)
  const { thread_id: id } = await lab.call(
    'ask.answer',
    { question: scripted({ crash: 3 }) },
    { kind: 'person', id: 'person', door: 'web' },
  )
  const turnNow = async () => (await lab.call('thread.show', { id })).turns[0]
  await expect.poll(turnNow, PATIENCE).toMatchObject({
    status: 'answered',
    way: 'extract',
    problem: expect.stringContaining('The agent ended'),
    synthesis: expect.stringContaining('src/login.ts'),
  })
})

test('at a terminal the answer of the agent is waited for, and shown with its sources', async () => {
  await using lab = await withCode()
  setUpAgent(lab)
  const said = await runCli(lab, ['ask', scripted({ say: 'In `setCookie`.' })])
  expect(said.code, said.stderr).toBe(0)
  expect(said.stdout).toMatch(/^In `setCookie`\.\n\nSources:\n\n- src\/login\.ts:\d+-\d+/)
})

test('a thread that becomes a feature is there at once, and an agent then works on its draft', async () => {
  await using lab = await withCode()
  setUpAgent(lab)
  const { thread_id: id } = await lab.call('ask.answer', { question: QUESTION, way: 'extract' })
  const { run_id, made } = await lab.call('thread.commit', { id, target: 'feature', title: 'Signed cookies' })
  expect(lab.read(`.sdlc/features/${made.id}/spec.md`)).toContain('Originated from AMA thread')
  const run = async () => lab.call('run.show', { id: run_id ?? '' })
  await expect.poll(async () => isOver(await run()), PATIENCE).toBe(true)
  expect(await run()).toMatchObject({ kind: 'agent', label: 'Draft: Signed cookies', status: 'succeeded' })
})

interface Asked {
  readonly thread_id: string
}

/** A question that also tells the scripted agent what to do. */
function scripted(...steps: readonly Record<string, unknown>[]): string {
  return `${QUESTION}\n\`\`\`script\n${JSON.stringify(steps)}\n\`\`\``
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
