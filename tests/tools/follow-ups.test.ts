import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLab } from '../lab.ts'
import { startDatadog } from '../support/counterparts/metrics.ts'
import { addTool } from '../support/shipped.ts'
import { runToEnd } from '../support/tools.ts'

const KEYS = { METRICS_API_KEY: 'a-key-that-is-long', METRICS_APP_KEY: 'another-key-that-is-long' }

test('what the five tools find becomes tasks, feedback and a thread at once, without an agent', async () => {
  await using datadog = await startDatadog(KEYS)
  await using lab = await openLab()
  await lab.call('feature.create', { title: 'Shop' })
  await lab.call('feature.use', { id: 'shop' })
  execFileSync('sqlite3', [
    path.join(lab.root, 'dev.db'),
    "CREATE TABLE orders (state TEXT); INSERT INTO orders VALUES ('stuck')",
  ])
  lab.write('flags.yaml', 'old-checkout: true\n')
  lab.write('src/cart.ts', '/** How the cart is paid. */\nexport function pay() {}\n')
  await addTool(lab, 'db-query', { DATABASE_URL: 'sqlite:dev.db' })
  await addTool(lab, 'feature-flags')
  await addTool(lab, 'metrics', { METRICS_URL: datadog.address, ...KEYS })
  await addTool(lab, 'search-codebase')
  const act = async (name: string, input: Record<string, unknown>, action_id: string) => {
    const { id } = await runToEnd(lab, name, input)
    const acted = await lab.call('tool.act', { name, interaction_id: id, action_id })
    return Object(acted.operation) as { name: string; link?: string; result: Record<string, unknown> }
  }
  expect(await act('db-query', { sql: 'SELECT * FROM orders' }, 'create-task')).toMatchObject({ link: 'task:shop/T1' })
  expect(await act('feature-flags', { action: 'stale' }, 'create-removal-task')).toMatchObject({ link: 'task:shop/T2' })
  const { tasks } = await lab.call('feature.show', { id: 'shop' })
  expect(tasks).toMatchObject([
    { body: expect.stringContaining('stuck') },
    { title: 'Remove feature flags: old-checkout', body: expect.stringContaining('nothing in this project names it') },
  ])
  await act('metrics', { source: 'datadog', query: 'avg:system.cpu.user{*}' }, 'add-to-feedback')
  const { feedback } = await lab.call('feedback.list', {})
  expect(feedback).toMatchObject([{ text: expect.stringContaining('avg:system.cpu.user') }])
  const opened = await act('search-codebase', { query: 'how is the cart paid?' }, 'open-thread')
  expect(opened).toMatchObject({ name: 'ask.answer', result: { thread_id: expect.any(String) } })
})
