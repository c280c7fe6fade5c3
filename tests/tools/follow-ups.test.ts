import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Interaction } from '../../src/tools/model.ts'
import { type HttpLab, openHttpLab, type Session } from '../http.ts'
import type { Lab } from '../lab.ts'
import { ended, setUpAgent } from '../support/agents.ts'
import { startDatadog } from '../support/counterparts/metrics.ts'
import { addTool, grant } from '../support/shipped.ts'
import { endOf, runToEnd } from '../support/tools.ts'

const KEYS = { METRICS_API_KEY: 'a-key-that-is-long', METRICS_APP_KEY: 'another-key-that-is-long' }

/** What the agent does with every prompt: it mends the one line that the build and the browser test fail on. */
const MENDS = [{ scribble: { path: 'answer.txt', content: 'right\n' } }, { say: 'Mended.' }]
const CHECK = 'sh check.sh'
const CHECK_SH = `grep -q right answer.txt && { echo '1..1'; echo 'ok 1 - answers'; exit 0; }
echo '1..1'; echo 'not ok 1 - answers'; echo 'answer.txt:1:1: error: this is not right'; exit 1
`

let http: HttpLab
let session: Session
let datadog: Awaited<ReturnType<typeof startDatadog>>
let bare: string

beforeAll(async () => {
  datadog = await startDatadog(KEYS)
  http = await openHttpLab()
  session = await http.signIn()
  const { lab } = http
  setUpAgent(lab, { args: ['--does', JSON.stringify(MENDS)], permissions: [{ tool: '*', action: 'allow' }] })
  bare = path.join(path.dirname(lab.root), 'remote.git')
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', bare])
  for (const [file, text] of Object.entries(FILES)) lab.write(file, text)
  execFileSync('sqlite3', [
    path.join(lab.root, 'dev.db'),
    "CREATE TABLE orders (state TEXT); INSERT INTO orders VALUES ('stuck')",
  ])
  commit(lab, 'first')
  await lab.call('feature.create', { title: 'Shop' })
  await lab.call('feature.use', { id: 'shop' })
  await lab.call('milestone.create', { title: 'One login', features: ['shop'] })
  await lab.call('milestone.acceptance', { id: 'one-login', content: '1. Sign in.' })
  const secrets = { DATABASE_URL: 'sqlite:dev.db', METRICS_URL: datadog.address, ...KEYS }
  for (const name of TOOLS.slice(0, -1)) await lab.call('tool.add', { name })
  await addTool(lab, TOOLS.at(-1) ?? '')
  for (const name of TOOLS) await grant(lab, name, secretsOf(name, secrets))
})
afterAll(async () => {
  await http?.[Symbol.asyncDispose]()
  await datadog?.[Symbol.asyncDispose]()
})

const FILES = {
  'answer.txt': 'wrong\n',
  'check.sh': CHECK_SH,
  'flags.yaml': 'old-checkout: true\n',
  'src/cart.ts': '/** How the cart is paid. */\nexport function pay() {}\n',
  'logs/app.log': '2026-01-02T03:04:05Z ERROR the till is stuck at src/till.ts:7:3\n',
}
const TOOLS = [
  'build',
  'logs',
  'deploy',
  'db-query',
  'api-health',
  'metrics',
  'search-codebase',
  'feature-flags',
].concat('browser-test')

function secretsOf(name: string, all: Readonly<Record<string, string>>): Record<string, string> {
  const prefix = { 'db-query': 'DATABASE', metrics: 'METRICS' }[name]
  return Object.fromEntries(Object.entries(all).filter(([key]) => prefix !== undefined && key.startsWith(prefix)))
}

function git(lab: Lab, ...args: string[]): string {
  return execFileSync('git', args, { cwd: lab.root, env: lab.env, encoding: 'utf8' }).trim()
}

function commit(lab: Lab, text: string): string {
  git(lab, 'add', '-A')
  git(lab, '-c', 'user.name=T', '-c', 'user.email=t@example.org', 'commit', '-qm', text)
  return git(lab, 'rev-parse', 'HEAD')
}

interface Done {
  readonly operation?: { name: string; link?: string; result: Record<string, unknown> }
  readonly run_id?: string
}

/** As the page does it: the preview, whose token is the person's yes, then the follow-up itself. */
async function follow(name: string, { id }: Pick<Interaction, 'id'>, action: string): Promise<Done> {
  const { headers } = session
  const query = new URLSearchParams({ interaction_id: id, action_id: action })
  const preview = await fetch(`${http.server.address}/api/tools/${name}/act?${query}`, { headers })
  const { confirm_token, question } = (await preview.json()) as { confirm_token?: string; question?: string }
  const send = async (more: object) =>
    fetch(`${http.server.address}/api/tools/${name}/act`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ interaction_id: id, action_id: action, ...more }),
    })
  if (question !== undefined) expect((await send({})).status, 'it is asked first').toBe(409)
  const answer = await send(confirm_token === undefined ? {} : { confirm_token })
  const text = await answer.text()
  expect([200, 202], text).toContain(answer.status)
  return JSON.parse(text) as Done
}

interface Case {
  readonly label: string
  readonly tool: string
  readonly action: string
  readonly input: () => Record<string, unknown> | Promise<Record<string, unknown>>
  /** What came of it, for the record that it came from. */
  readonly came: (done: Done, from: Interaction) => Promise<void>
  /** The kind of thing that the record is linked to. */
  readonly link: RegExp
}

const task =
  (expected: object) =>
  async ({ operation }: Done, { id, tool_name }: Interaction) => {
    const { tasks } = await http.lab.call('feature.show', { id: 'shop' })
    const made = tasks.find(each => operation?.link === `task:shop/${each.id}`)
    expect(made).toMatchObject({ ...expected, source: { kind: 'interaction', ref: `${tool_name}/${id}` } })
  }

/** The agent worked in a worktree of its own; merged by a person, what failed passes. */
const mended = (tool: string) => async (done: Done, from: Interaction) => {
  const { lab } = http
  const id = done.run_id ?? ''
  const { status, agent } = await ended(lab, { id })
  expect([status, agent?.profile, agent?.origin]).toEqual(['succeeded', 'write', `interaction:${tool}/${from.id}`])
  expect(agent?.prompt).toContain('answer.txt')
  const { files, diff } = await lab.call('agent.diff', { id })
  expect(files).toEqual([{ path: 'answer.txt', change: 'changed' }])
  expect(diff).toMatch(/-wrong\n\+right/)
  expect(lab.read('answer.txt')).toBe('wrong\n')
  await lab.call('agent.merge', { id })
  expect((await runToEnd(lab, tool, { command: CHECK })).result).toMatchObject({ ok: true })
  lab.write('answer.txt', 'wrong\n')
}

const deployInput = { environment: 'staging', provider: 'git', remote: '' }

const CASES: readonly Case[] = [
  {
    label: 'Fix build errors',
    tool: 'build',
    action: 'fix',
    input: () => ({ command: CHECK }),
    came: mended('build'),
    link: /^run:/,
  },
  {
    label: 'Create task',
    tool: 'build',
    action: 'task',
    input: () => ({ command: CHECK }),
    came: task({ title: expect.stringContaining('answer.txt:1'), labels: ['tool-result'] }),
    link: /^task:shop\/T\d+$/,
  },
  {
    label: 'Investigate errors',
    tool: 'logs',
    action: 'investigate',
    input: () => ({}),
    link: /^investigation:/,
    came: async ({ operation }, { id }) => {
      const found = await http.lab.call('investigation.show', { id: operation?.link?.split(':')[1] ?? '' })
      expect(found).toMatchObject({ kind: 'root_cause', origin: { kind: 'interaction', ref: `logs/${id}` } })
      expect(found.title).toContain('the till is stuck')
    },
  },
  {
    label: 'Roll back',
    tool: 'deploy',
    action: 'roll-back',
    input: async () => {
      await runToEnd(http.lab, 'deploy', { ...deployInput, remote: bare })
      http.lab.write('more.txt', 'more\n')
      commit(http.lab, 'second')
      return { ...deployInput, remote: bare }
    },
    link: /^interaction:deploy\//,
    came: async ({ operation }, { id, result }) => {
      const { previous, commit: deployed } = Object(result?.data) as { previous: string; commit: string }
      const back = String(operation?.result['interaction_id'])
      expect(await endOf(http.lab, 'deploy', back)).toMatchObject({
        status: 'succeeded',
        links: [`interaction:deploy/${id}`],
      })
      const live = execFileSync('git', ['-C', bare, 'rev-parse', 'main'], { encoding: 'utf8' }).trim()
      expect([live, live === deployed]).toEqual([previous, false])
    },
  },
  {
    label: 'Start UAT',
    tool: 'deploy',
    action: 'uat',
    input: () => ({ environment: 'staging', provider: 'command', command: 'echo up', milestone: 'one-login' }),
    link: /^uat:one-login\//,
    came: async (_, { id }) => {
      const { uat } = await http.lab.call('milestone.show', { id: 'one-login' })
      expect(JSON.stringify(uat)).toContain(`deploy/${id}`)
    },
  },
  {
    label: 'Create task from result',
    tool: 'db-query',
    action: 'create-task',
    input: () => ({ sql: 'SELECT * FROM orders' }),
    came: task({ body: expect.stringContaining('stuck') }),
    link: /^task:shop\/T\d+$/,
  },
  {
    label: 'File a bug',
    tool: 'api-health',
    action: 'bug',
    input: () => ({ url: 'http://127.0.0.1:1/health', timeout_seconds: 5 }),
    came: task({ title: expect.stringContaining('is not healthy'), labels: ['bug', 'tool-result'] }),
    link: /^task:shop\/T\d+$/,
  },
  {
    label: 'Add to feedback',
    tool: 'metrics',
    action: 'add-to-feedback',
    input: () => ({ source: 'datadog', query: 'avg:system.cpu.user{*}' }),
    link: /^feedback:/,
    came: async (_, { id }) => {
      const { feedback } = await http.lab.call('feedback.list', {})
      expect(feedback).toMatchObject([
        { text: expect.stringContaining('avg:system.cpu.user'), origin: { kind: 'interaction', ref: `metrics/${id}` } },
      ])
    },
  },
  {
    label: 'Open AMA thread',
    tool: 'search-codebase',
    action: 'open-thread',
    input: () => ({ query: 'how is the cart paid?' }),
    link: /^thread:ama\//,
    came: async ({ operation }, { id }) => {
      const thread = await http.lab.call('thread.show', { id: String(operation?.result['thread_id']) })
      expect(thread).toMatchObject({
        origin: `interaction:search-codebase/${id}`,
        turns: [{ question: expect.stringContaining('cart') }],
      })
    },
  },
  {
    label: 'Create removal task',
    tool: 'feature-flags',
    action: 'create-removal-task',
    input: () => ({ action: 'stale' }),
    came: task({ title: 'Remove feature flags: old-checkout', labels: ['tool-result', 'removal'] }),
    link: /^task:shop\/T\d+$/,
  },
  {
    label: 'Fix failing test',
    tool: 'browser-test',
    action: 'fix',
    input: () => ({ command: CHECK }),
    came: mended('browser-test'),
    link: /^run:/,
  },
]

test.each(CASES)('$label of $tool, through the server: what came of it, and links both ways', async row => {
  const { lab } = http
  const record = await runToEnd(lab, row.tool, await row.input())
  const { result_actions: actions = [] } = await lab.call('tool.info', { name: row.tool })
  expect(actions.find(({ id }) => id === row.action)?.label).toBe(row.label)
  const done = await follow(row.tool, record, row.action)
  const { links = [] } = await lab.call('tool.interaction', { name: row.tool, id: record.id })
  expect(links).toContainEqual(expect.stringMatching(row.link))
  await row.came(done, record)
  if (done.operation === undefined || done.run_id === undefined) return
  const { status, agent } = await ended(lab, { id: done.run_id })
  expect([status, agent?.profile, agent?.target]).toEqual(['succeeded', 'read', done.operation.link ?? record.id])
  expect(agent?.prompt).toContain('Done already')
  expect(lab.read('answer.txt')).toBe('wrong\n')
})
