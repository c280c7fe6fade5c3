import { expect, test } from 'vitest'
import { type HttpLab, openHttpLab } from '../http.ts'

/** A run that wrote these lines and ended. */
async function ended(http: HttpLab, lines: readonly string[]): Promise<string> {
  const script = `process.stdout.write(${JSON.stringify(`${lines.join('\n')}\n`)})`
  const { id } = await http.lab.call('run.exec', { argv: [process.execPath, '-e', script] })
  await http.lab.call('run.wait', { id, seconds: 30 })
  return id
}

test('a log comes as text to be saved, and may run nothing where it is opened', async () => {
  await using http = await openHttpLab()
  const id = await ended(http, ['<script>alert(1)</script>', 'two'])
  const response = await http.ask('GET', `/api/runs/${id}/log`)
  expect([response.status, await response.text()]).toEqual([200, '<script>alert(1)</script>\ntwo\n'])
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('content-security-policy')).toContain('sandbox')
  expect(response.headers.get('content-disposition')).toContain('attachment')
})

test('the lines of a run come as events and end with it', async () => {
  await using http = await openHttpLab()
  const id = await ended(http, ['one', 'two'])
  const response = await http.ask('GET', `/api/runs/${id}/events`)
  const text = await response.text()
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(text).toContain('one')
  expect(text).toContain('two')
})

test('a resource that is not there, or asked for with what it does not take, is a problem', async () => {
  await using http = await openHttpLab()
  const id = await ended(http, ['one'])
  const problemAt = async (target: string) => {
    const response = await http.ask('GET', target)
    return [response.status, response.headers.get('content-type'), ((await response.json()) as { code: string }).code]
  }
  expect(await problemAt('/api/runs/20200101-000000-zzz/log')).toEqual([404, 'application/problem+json', 'not_found'])
  expect(await problemAt(`/api/runs/${id}/attachments/none`)).toEqual([404, 'application/problem+json', 'not_found'])
  expect(await problemAt(`/api/runs/${id}/log?nonsense=1`)).toEqual([400, 'application/problem+json', 'usage'])
})

test('HEAD gives the headers of a resource and no body', async () => {
  await using http = await openHttpLab()
  const id = await ended(http, ['one'])
  const response = await http.ask('HEAD', `/api/runs/${id}/log`)
  expect([response.status, await response.text()]).toEqual([200, ''])
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
})

test('resources are under the same policy as operations', async () => {
  await using http = await openHttpLab()
  const id = await ended(http, ['one'])
  for (const place of ['log', 'events', 'attachments/x']) {
    expect((await fetch(`${http.server.address}/api/runs/${id}/${place}`)).status).toBe(401)
    const { headers } = await http.signIn()
    const response = await fetch(`${http.server.address}/api/runs/${id}/${place}`, { headers })
    expect([200, 404]).toContain(response.status)
    await response.body?.cancel()
  }
})
