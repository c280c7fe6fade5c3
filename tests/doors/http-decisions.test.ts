import { expect, test } from 'vitest'
import { type HttpLab, openHttpLab } from '../http.ts'
import { agent, person } from '../lab.ts'
import { madeRun } from '../support/agents.ts'
import { addSummaries, summarizing } from '../support/explorations.ts'

interface Answer {
  readonly status: number
  readonly body: { readonly code?: string; readonly target?: string; readonly fix?: string }
}

/** As the page of a signed-in person sends it. */
async function post({ server, signIn }: HttpLab, target: string, body: unknown): Promise<Answer> {
  const { headers } = await signIn()
  const response = await fetch(`${server.address}${target}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

test('a feature is approved over HTTP only by the revision that was looked at', async () => {
  await using http = await openHttpLab()
  const { lab } = http
  await lab.call('feature.create', { title: 'Sign-on', spec: 'One.' })
  const route = '/api/features/sign-on/artifacts/spec/approve'
  expect(await post(http, route, {})).toMatchObject({
    status: 400,
    body: { code: 'usage', target: 'revision', fix: 'furrow feature artifact sign-on spec' },
  })
  const { revision } = await lab.call('feature.artifact', { id: 'sign-on', artifact: 'spec' })
  await lab.call('feature.write', { id: 'sign-on', artifact: 'spec', content: 'Two.' })
  expect((await post(http, route, { revision })).body.code).toBe('stale_revision')
  const now = await lab.call('feature.artifact', { id: 'sign-on', artifact: 'spec' })
  expect((await post(http, route, { revision: now.revision })).status).toBe(200)
})

test('documents of an exploration are approved over HTTP only when each of them is named by its text', async () => {
  await using http = await openHttpLab()
  const { lab } = http
  await summarizing(lab)
  await addSummaries(lab, 'summary.md', 'costs.md')
  const wish = { path: 'summary.md', also: ['costs.md'] }
  const { shown } = await lab.call('artifact.show', wish)
  const refused = { status: 400, body: { code: 'usage', target: 'revision' } }
  expect(await post(http, '/api/explorations/artifacts/approve', wish)).toMatchObject(refused)
  const [first] = shown.split(',')
  expect(await post(http, '/api/operations/artifact.approve', { ...wish, revision: first })).toMatchObject(refused)
  expect((await post(http, '/api/explorations/artifacts/approve', { ...wish, revision: shown })).status).toBe(200)
})

test('a run is merged over HTTP only by the result that was looked at', async () => {
  await using http = await openHttpLab()
  const { lab } = http
  lab.write('a.txt', 'one\n')
  const { id } = await madeRun(lab, { 'a.txt': 'two\n' })
  expect(await post(http, `/api/runs/${id}/merge`, {})).toMatchObject({
    status: 400,
    body: { code: 'usage', target: 'result' },
  })
  expect(lab.read('a.txt')).toBe('one\n')
  const { result } = await lab.call('agent.diff', { id })
  expect((await post(http, `/api/runs/${id}/merge`, { result })).status).toBe(200)
  expect(lab.read('a.txt')).toBe('two\n')
})

test('a request about a text is confirmed over HTTP only as it was shown; one about none needs no more than a yes', async () => {
  await using http = await openHttpLab()
  const { lab } = http
  await lab.call('feature.create', { title: 'Sign-on', spec: 'One.' })
  const asked = await lab.refusal('feature.approve', { id: 'sign-on', artifact: 'spec' }, agent)
  const id = String(asked.details?.['request'])
  const route = `/api/requests/${id}/confirm`
  expect(await post(http, route, {})).toMatchObject({ status: 400, body: { code: 'usage', target: 'shown' } })
  const { shown } = await lab.call('request.show', { id })
  await lab.call('feature.write', { id: 'sign-on', artifact: 'spec', content: 'Two.' })
  expect((await post(http, route, { shown })).body.code).toBe('conflict')
  const now = await lab.call('request.show', { id })
  expect((await post(http, route, { shown: now.shown })).status).toBe(200)
  const plain = await lab.refusal('config.set_person', { key: 'runs.concurrency', value: '2' }, agent)
  expect((await post(http, `/api/requests/${String(plain.details?.['request'])}/confirm`, {})).status).toBe(200)
})

test('trust is given over HTTP only to what was shown, also when another window was shown what is there now', async () => {
  await using http = await openHttpLab()
  const { lab } = http
  const gate = (command: string) => lab.write('.sdlc/config.yaml', `gates:\n  - name: unit\n    command: ${command}\n`)
  gate('echo fine')
  expect(await post(http, '/api/trust', {})).toMatchObject({ status: 400, body: { code: 'usage', target: 'shown' } })
  const { shown } = await lab.call('trust.status', {}, person)
  gate('echo other')
  await lab.call('trust.status', {}, person)
  expect((await post(http, '/api/trust', { shown })).body.code).toBe('blocked')
  expect((await lab.call('trust.status', {}, person)).trusted).toBe(false)
  const now = await lab.call('trust.status', {}, person)
  expect((await post(http, '/api/trust', { shown: now.shown })).status).toBe(200)
})
