import { expect, test } from 'vitest'
import { agent, openLab } from '../../../tests/lab.ts'
import { bareTool, runToEnd, trust, trustedTool, writeTool } from '../../../tests/support/tools.ts'

test('a tool that could not say what it is, is asked again when it is run', async () => {
  await using lab = await openLab()
  const code = bareTool({}, 'print({ ok: true, data: 1 })')
  writeTool(lab, 'needy', `import { existsSync } from 'node:fs'\nif (!existsSync('ready')) process.exit(3)\n${code}`)
  await trust(lab)
  expect(await lab.refusal('tool.run', { name: 'needy' })).toMatchObject({ code: 'invalid_state' })
  lab.write('ready', '')
  expect((await runToEnd(lab, 'needy')).result).toEqual({ ok: true, data: 1 })
})

test('a request for a secret ends when the tool has it', async () => {
  await using lab = await openLab()
  await lab.call('feature.create', { title: 'Sign-on' })
  await lab.call('feature.use', { id: 'sign-on' })
  const meta = { secrets: [{ env_var: 'API_KEY', description: 'k', required: true }] }
  await trustedTool(lab, 'use', meta, 'print({ ok: true, data: process.env.API_KEY.length })')
  await trustedTool(lab, 'other', meta, 'print({ ok: true })')
  for (const name of ['use', 'other']) await lab.refusal('tool.run', { name }, agent)
  const open = async () => (await lab.call('escalation.list', { status: 'open' })).escalations.map(({ title }) => title)
  expect((await open()).sort()).toEqual(['API_KEY for other', 'API_KEY for use'])
  await lab.call('secrets.set', { name: 'API_KEY', value: 'a long secret value' })
  await lab.call('secrets.grant', { name: 'API_KEY', tool: 'use' })
  expect((await runToEnd(lab, 'use')).result).toEqual({ ok: true, data: 19 })
  expect(await open()).toEqual(['API_KEY for other'])
  const { escalations } = await lab.call('escalation.list', { status: 'resolved' })
  expect(escalations).toMatchObject([{ title: 'API_KEY for use', resolution: 'use has its secrets.' }])
})

test('a run in another scope does not answer a request, and nobody is said to have set the secret', async () => {
  await using lab = await openLab()
  const properties = { environment: { type: 'string', default: 'staging' } }
  const meta = {
    input_schema: { type: 'object', properties },
    secrets: [
      { env_var: 'API_KEY', description: 'k', required: true, scope: '{{input.environment}}' },
      { env_var: 'EXTRA', description: 'e', required: true, when: "$.environment == 'production'" },
    ],
  }
  await trustedTool(lab, 'use', meta, 'print({ ok: true })')
  await lab.call('secrets.set', { name: 'API_KEY', scope: 'staging', value: 'a long secret value' })
  await lab.call('secrets.grant', { name: 'API_KEY', tool: 'use' })
  await lab.refusal('tool.run', { name: 'use', input: { environment: 'production' } }, agent)
  expect((await runToEnd(lab, 'use')).status).toBe('succeeded')
  const open = async () => (await lab.call('escalation.list', { status: 'open' })).escalations.map(({ title }) => title)
  expect(await open()).toEqual(['API_KEY (scope production), EXTRA for use'])

  await lab.call('secrets.set', { name: 'API_KEY', scope: 'production', value: 'another long value' })
  await lab.call('secrets.set', { name: 'EXTRA', value: 'one more long value' })
  await lab.call('secrets.grant', { name: 'EXTRA', tool: 'use' })
  await lab.call('tool.run', { name: 'use', input: { environment: 'production' }, wait: 20 }, agent)
  expect(await open()).toEqual([])
  const { escalations } = await lab.call('escalation.list', { status: 'resolved' })
  expect(escalations[0]).not.toHaveProperty('resolved_by')
})
