import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Lab, openLab } from '../lab.ts'
import { type Connected, connectStdio } from '../support/mcp.ts'
import { trustedTool } from '../support/tools.ts'

/** What one answer to an agent may hold, and what its envelope needs. */
const MOST = 60 * 1024

let lab: Lab
let mcp: Connected
beforeAll(async () => {
  lab = await openLab()
  await trustedTool(lab, 'wide', { streaming: true }, ATTACHING)
  mcp = await connectStdio(lab, { era: '2025-11-25', args: ['--tools', 'all'] })
})
afterAll(async () => {
  await mcp[Symbol.asyncDispose]()
  await lab[Symbol.asyncDispose]()
})

const ATTACHING = `
  for (let n = 0; n < 900; n++) print({ type: 'attachment', name: 'part-' + n + '.txt', base64: 'eA==' })
  print({ type: 'result', ok: true, data: 'x'.repeat(30_000) })`

async function call(name: string, given: Record<string, unknown>) {
  const { content, structuredContent } = await mcp.client.callTool({ name, arguments: given })
  const text = (content as { text: string }[]).map(part => part.text).join('\n')
  return { text, value: structuredContent as Record<string, unknown>, size: JSON.stringify(structuredContent).length }
}

test('runs of a tool with long results come page by page, and each page says what follows it', async () => {
  for (let n = 0; n < 3; n += 1) await lab.call('tool.run', { name: 'wide', wait: 300 })
  const all = (await lab.call('tool.interactions', { name: 'wide' })).interactions.map(({ id }) => id)
  const seen: string[] = []
  for (let cursor: unknown = ''; cursor !== undefined; ) {
    const page = await call('tool_records', { action: 'history', name: 'wide', ...(cursor !== '' && { cursor }) })
    expect(page.size).toBeLessThan(MOST)
    seen.push(...(page.value['interactions'] as { id: string }[]).map(({ id }) => id))
    cursor = page.value['next']
    if (cursor !== undefined) expect(page.text).toContain(`"cursor":"${String(cursor)}"`)
  }
  expect(seen).toEqual(all)
})

test('a row names the first attachments of a run and how many there are; the answer about the run names more', async () => {
  const rows = await call('tool_runs', { action: 'list' })
  expect(rows.size).toBeLessThan(MOST)
  const [row] = rows.value['runs'] as { id: string; attachments: unknown[]; attachments_in_all: number }[]
  expect([row?.attachments.length, row?.attachments_in_all]).toEqual([20, 900])
  const shown = await call('tool_runs', { action: 'show', id: row?.id })
  expect(shown.value['attachments_in_all']).toBe(900)
  expect((shown.value['attachments'] as unknown[]).length).toBeGreaterThan(300)
  expect(shown.text).toContain('part-19.txt and 880 more')
  const whole = await lab.call('run.show', { id: row?.id ?? '' })
  expect(whole.attachments).toHaveLength(900)
})

test('of many tools the first are listed in full, the others in short, and one of them is a call away', async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [`field-${n}`, { type: 'string', description: 'Words. '.repeat(12) }]),
  )
  for (let n = 0; n < 16; n += 1)
    await trustedTool(lab, `many-${n}`, { input_schema: { type: 'object', properties } }, 'print({ ok: true })')
  const { text, value, size } = await call('tool_list', {})
  expect(size).toBeLessThan(MOST)
  const others = value['others'] as { name: string }[]
  expect(others.length).toBeGreaterThan(0)
  for (let n = 0; n < 16; n += 1) expect(text).toContain(`| many-${n} | ready |`)
  expect(text).toMatch(/in short; one in full: .*tool_list \{"action":"info","name":"/)
  const { tools } = await lab.call('tool.list', {})
  expect(tools.map(({ name }) => name)).toEqual([
    ...(value['tools'] as { name: string }[]).map(({ name }) => name),
    ...others.map(({ name }) => name),
  ])
})
