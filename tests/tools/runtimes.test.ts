import { expect, test } from 'vitest'
import { openLab } from '../lab.ts'
import { startCounterpart } from '../support/counterparts/server.ts'
import { FETCHING_MS, openWith, RUNTIMES } from '../support/runtimes.ts'
import { addTool } from '../support/shipped.ts'
import { runToEnd } from '../support/tools.ts'

test.each(RUNTIMES.filter(name => name !== 'node'))(
  'a tool that carries its packages does the same under %s',
  async runtime => {
    await using api = await startCounterpart(() => ({ body: { id: 'x' } }))
    await using lab = await openLab()
    await using there = await openWith(lab, runtime)
    await addTool(there, 'api-health')
    lab.write(
      'openapi.yaml',
      'paths: { /a: { get: { responses: { 200: { content: { application/json: { schema: { type: object } } } } } } } }',
    )
    const schema = { type: 'object', properties: { id: { type: 'integer' } } }
    const record = await runToEnd(there, 'api-health', {
      url: `${api.address}/a`,
      tries: 2,
      schema,
      openapi: 'openapi.yaml',
    })
    expect(record).toMatchObject({
      status: 'failed',
      runtime,
      result: {
        error: 'schema: /id must be integer',
        data: { status: 200, checks: [{ ok: true }, { ok: false }, { ok: true }] },
      },
    })
  },
  FETCHING_MS,
)
