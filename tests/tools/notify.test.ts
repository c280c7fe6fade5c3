import { expect, test } from 'vitest'
import { openHttpLab } from '../http.ts'
import { type Lab, openLab } from '../lab.ts'
import { type ChatServer, GITHUB_TOKEN, startChat, WEBHOOK_KEY } from '../support/counterparts/chat.ts'
import { nobody } from '../support/counterparts/server.ts'
import { connectStdio } from '../support/mcp.ts'
import { addTool } from '../support/shipped.ts'
import { runToEnd, trust } from '../support/tools.ts'

async function addNotify(lab: Lab, chat: ChatServer): Promise<void> {
  await addTool(lab, 'notify', {
    SLACK_WEBHOOK_URL: chat.slack,
    DISCORD_WEBHOOK_URL: chat.discord,
    GITHUB_TOKEN,
    GITHUB_API_URL: chat.address,
    WEBHOOK_URL: chat.hook,
    WEBHOOK_SECRET: WEBHOOK_KEY,
  })
}

const NASTY = 'a <!channel> & <https://x|y> @everyone @team `code`\n'

test('what each provider gets fits its description, calls nobody, and is cut where it is too long', async () => {
  await using chat = await startChat()
  await using lab = await openLab()
  await addNotify(lab, chat)
  const say = async (input: Record<string, unknown>) => (await runToEnd(lab, 'notify', input)).result
  const long = { message: NASTY.repeat(3000), title: `${NASTY.trim()} `.repeat(12) }
  for (const provider of ['slack', 'discord', 'webhook']) {
    expect(await say({ provider, message: NASTY, title: 'Done', level: 'success' })).toMatchObject({
      ok: true,
      data: { delivered: true, provider, attempts: 1, truncated: false },
    })
    expect(await say({ provider, ...long })).toMatchObject({ ok: true, data: { truncated: true } })
  }
  const at = { provider: 'github', repo: 'acme/shop' }
  expect(await say({ ...at, ...long, labels: ['bug'] })).toMatchObject({
    ok: true,
    data: { url: 'https://github.com/acme/shop/issues', truncated: true },
  })
  expect(await say({ ...at, issue: 12, message: NASTY })).toMatchObject({ data: { status: 201, truncated: false } })
  expect(chat.complaints).toEqual([])
  const [slack, , discord] = chat.bodies.map(body => JSON.stringify(body))
  expect(slack).not.toContain('<!channel>')
  expect(slack).toContain('&lt;!channel&gt; &amp;')
  expect(discord).toContain('"allowed_mentions":{"parse":[]}')
  const { body } = chat.bodies.at(-1) as { body: string }
  expect(body).not.toMatch(/@team|@everyone/)
})

test('it waits as long as it is told to, and gives up where that is too long', async () => {
  await using chat = await startChat()
  await using lab = await openLab()
  await addNotify(lab, chat)
  const busy = (seconds: string) => ({ status: 429, headers: { 'retry-after': seconds }, body: 'rate_limited' })
  chat.instead.push(busy('0.1'), { status: 429, body: { message: 'slow down', retry_after: 0.2, global: false } })
  expect((await runToEnd(lab, 'notify', { provider: 'discord', message: 'x' })).result).toMatchObject({
    ok: true,
    data: { attempts: 3, waited_seconds: expect.closeTo(0.3), id: '991' },
  })
  chat.instead.push(busy('3600'))
  const late = await runToEnd(lab, 'notify', { provider: 'slack', message: 'x' })
  expect(late).toMatchObject({ status: 'failed' })
  expect(late.result?.error).toContain('answered 429: it was asked too often (rate_limited) It asks to wait 3600 s.')
  expect(chat.asked).toHaveLength(4)
})

test('missing secrets, wrong input, a refusal, silence and a cut connection give a clear error and a record', async () => {
  await using chat = await startChat()
  await using http = await openHttpLab()
  const { lab } = http
  await lab.call('tool.add', { name: 'notify' })
  await trust(lab)
  const refused = await http.ask('POST', '/api/tools/notify/run', { input: { provider: 'slack', message: 'x' } })
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({ missing_secrets: ['SLACK_WEBHOOK_URL'] })
  expect(await lab.call('tool.test', { name: 'notify' })).toMatchObject({ failed: 0 })
  await addSecrets(lab, chat)
  expect(await lab.refusal('tool.run', { name: 'notify', input: { provider: 'fax', message: 'x' } })).toMatchObject({
    code: 'usage',
  })
  expect(
    await lab.refusal('tool.run', { name: 'notify', input: { provider: 'slack', channel: 'ops', message: 'x' } }),
  ).toMatchObject({ code: 'missing_secrets', fix: 'furrow secrets set SLACK_WEBHOOK_URL --scope ops' })
  const away = await nobody()
  chat.instead.push({ status: 403, headers: { 'content-type': 'text/plain' }, body: 'action_prohibited' }, 'cut')
  const error = async (provider = 'slack') =>
    (await runToEnd(lab, 'notify', { provider, message: 'x', repo: 'a/b' })).result?.error
  expect(await error()).toContain('answered 403: the key may not do this (action_prohibited)')
  expect(await error()).toContain('cannot be reached: the connection was cut')
  expect(await error('github')).toContain('answered 401: it does not accept the key (Bad credentials)')
  await lab.call('secrets.set', { name: 'SLACK_WEBHOOK_URL', value: `${away}/services/x/y/z` })
  expect(await error()).toBe(`${away} cannot be reached: nothing listens there (ECONNREFUSED).`)
  await lab.call('secrets.set', { name: 'SLACK_WEBHOOK_URL', value: 'not an address at all' })
  expect(await error()).toContain('is no address that starts with http')
  const { interactions } = await lab.call('tool.interactions', { name: 'notify' })
  expect(interactions.map(({ status }) => status)).toEqual(interactions.map(() => 'failed'))
  expect(interactions).toHaveLength(5)
})

async function addSecrets(lab: Lab, chat: ChatServer): Promise<void> {
  const values = {
    SLACK_WEBHOOK_URL: chat.slack,
    GITHUB_TOKEN: 'ghp_wrong_one_of_some_length',
    GITHUB_API_URL: chat.address,
  }
  for (const [name, value] of Object.entries(values)) {
    await lab.call('secrets.set', { name, value })
    await lab.call('secrets.grant', { name, tool: 'notify' })
  }
}

test('an agent sends with the same tool over MCP, and never sees the address', async () => {
  await using chat = await startChat()
  await using lab = await openLab()
  await addNotify(lab, chat)
  await using mcp = await connectStdio(lab, { era: '2025-11-25', args: ['--tools', 'all'] })
  const answer = await mcp.client.callTool({
    name: 'tool_notify',
    arguments: { provider: 'slack', message: 'from an agent', wait: 300 },
  })
  expect(answer.structuredContent).toMatchObject({ ok: true, data: { delivered: true } })
  expect(JSON.stringify(answer)).not.toContain('secretpartofthis')
  expect(chat.bodies).toHaveLength(1)
})
