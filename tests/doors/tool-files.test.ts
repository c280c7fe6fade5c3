import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type HttpLab, openHttpLab } from '../http.ts'
import { furrow } from '../support/furrow.ts'
import { runToEnd, trustedTool } from '../support/tools.ts'

const META = {
  input_schema: { type: 'object', properties: { table: { type: 'string' } } },
  form_layout: [{ key: 'table', type: 'file' as const, label: 'Table' }],
}

async function withTool(): Promise<HttpLab> {
  const http = await openHttpLab()
  await trustedTool(http.lab, 'import', META, `print({ ok: true, data: fs.readFileSync(input.table, 'utf8') })`)
  return http
}

function send(http: HttpLab, target: string, body: BodyInit, type = 'application/octet-stream'): Promise<Response> {
  return fetch(`${http.server.address}${target}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${http.token}`, 'Content-Type': type },
    body,
  })
}

const AT = '/api/tools/import/uploads'

test('a file that is sent is a path of the workspace, which the tool reads, and goes with its last record', async () => {
  await using http = await withTool()
  const { lab } = http
  const sent = await send(http, `${AT}?file=${encodeURIComponent('../../Zahlen 1.csv')}`, 'a,b\n1,2\n')
  expect(sent.status).toBe(201)
  const { path: file, bytes } = (await sent.json()) as { path: string; bytes: number }
  expect([file, bytes]).toEqual([
    expect.stringMatching(/^\.sdlc\/tool-interactions\/import\/uploads\/[\w-]+\/Zahlen-1\.csv$/),
    8,
  ])
  expect(fs.statSync(path.join(lab.root, file)).mode & 0o777).toBe(0o600)
  const first = await runToEnd(lab, 'import', { table: file })
  const second = await runToEnd(lab, 'import', { table: file })
  expect([first.result?.data, second.input]).toEqual(['a,b\n1,2\n', { table: file }])
  await lab.call('tool.delete_interaction', { name: 'import', id: first.id })
  expect(fs.existsSync(path.join(lab.root, file))).toBe(true)
  await lab.call('tool.delete_interaction', { name: 'import', id: second.id })
  expect(fs.existsSync(path.join(lab.root, file))).toBe(false)
})

test('a file that is too large, of another type, or for no tool is refused, and nothing is left of it', async () => {
  await using http = await withTool()
  const tooLarge = await send(http, `${AT}?file=big`, new Uint8Array(10 * 2 ** 20 + 1))
  expect([tooLarge.status, ((await tooLarge.json()) as { code: string }).code]).toEqual([413, 'too_large'])
  expect((await send(http, `${AT}?file=x`, '{}', 'application/json')).status).toBe(415)
  expect((await send(http, '/api/tools/nothing/uploads?file=x', 'x')).status).toBe(404)
  expect((await send(http, '/api/tools/..%2f..%2fetc/uploads?file=x', 'x')).status).toBe(400)
  const largest = await send(http, `${AT}?file=big`, new Uint8Array(10 * 2 ** 20))
  expect(largest.status).toBe(201)
  expect(fs.readdirSync(path.join(http.lab.root, '.sdlc/tool-interactions/import/uploads'))).toHaveLength(1)
})

test('on the command line a file is a path, and one outside of the workspace is refused', async () => {
  await using http = await withTool()
  const { lab } = http
  lab.write('data/table.csv', 'from the workspace')
  const { stdout } = await furrow(lab, 'run', 'import', '--table', 'data/table.csv')
  expect(stdout).toContain('from the workspace')
  fs.symlinkSync('/etc/passwd', path.join(lab.root, 'data/link.csv'))
  for (const outside of ['/etc/passwd', '../outside.csv', 'data/link.csv'])
    expect(await lab.refusal('tool.run', { name: 'import', input: { table: outside } })).toMatchObject({
      code: 'usage',
      target: 'table',
    })
})
