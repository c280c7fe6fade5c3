import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'
import { runToEnd, trustedTool } from '../../../tests/support/tools.ts'

test('what the form requires is required at every door, where the input shows it', async () => {
  await using lab = await openLab()
  const fields = ['mode', 'target', 'extra']
  const meta = {
    input_schema: { type: 'object', properties: Object.fromEntries(fields.map(key => [key, { type: 'string' }])) },
    form_layout: [
      { key: 'mode', type: 'text' as const, default: 'a' },
      { key: 'target', type: 'text' as const, required: true },
      { key: 'extra', type: 'text' as const, required: true, show_when: "$.mode == 'b'" },
      { key: 'span', type: 'date_range' as const, required: true, show_when: "$.mode == 'c'" },
    ],
  }
  await trustedTool(lab, 'lock', meta, 'print({ ok: true, data: input })')
  const missing = async (input: Record<string, unknown>) =>
    (await lab.refusal('tool.run', { name: 'lock', input })).details?.['issues']
  expect(await missing({})).toEqual([{ field: 'target', message: 'is missing' }])
  expect(await missing({ target: 'x', mode: 'b' })).toEqual([{ field: 'extra', message: 'is missing' }])
  const half = { target: 'x', mode: 'c', span: { start: '2026-01-01' } }
  expect(await lab.refusal('tool.run', { name: 'lock', input: half })).toMatchObject({
    message: 'lock: span needs a start and an end.',
  })
  expect((await runToEnd(lab, 'lock', { target: 'x' })).result?.data).toEqual({ target: 'x', mode: 'a' })
  expect((await runToEnd(lab, 'lock', { target: 'x', mode: 'b', extra: 'y' })).status).toBe('succeeded')
})

test('a run that had a secret field is not repeated without it', async () => {
  await using lab = await openLab()
  const meta = { form_layout: [{ key: 'pin', type: 'text' as const, secret: true }] }
  await trustedTool(lab, 'kinds', meta, 'print({ ok: true, data: (input.pin ?? "").length })')
  const with_ = await runToEnd(lab, 'kinds', { pin: '123456' })
  expect(await lab.refusal('tool.rerun', { id: with_.id })).toMatchObject({
    code: 'invalid_state',
    target: 'pin',
    message: expect.stringContaining('pin was given'),
  })
  const without = await runToEnd(lab, 'kinds')
  expect((await lab.call('tool.rerun', { id: without.id, wait: 20 })).status).toBe('succeeded')
})

test('a folder whose name no tool can have is named', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/tools/Bad_Name/tool.ts', '')
  expect(await lab.refusal('tool.info', { name: 'Bad_Name' })).toMatchObject({
    message: expect.stringContaining('lower case letters, digits and hyphens'),
  })
  const { problems } = await lab.call('tool.sync', {})
  expect(problems).toContainEqual(expect.objectContaining({ tool: 'Bad_Name', field: 'its name' }))
})
