import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'
import { type TestMeta, trustedTool } from '../../../tests/support/tools.ts'

test.each([
  ['name instead of env_var', [{ name: 'API_KEY', description: 'The key', required: true }], 'secrets[0].env_var'],
  ['a variable that is none', [{ env_var: 'API KEY', required: true }], 'secrets[0].env_var'],
  ['a text', ['API_KEY'], 'secrets[0]'],
  ['no list', { API_KEY: true }, 'secrets'],
])('a secret that is declared with %s is reported, and the tool is not run without it', async (_, secrets, field) => {
  await using lab = await openLab()
  await trustedTool(lab, 'deploys', { secrets } as unknown as TestMeta, 'print({ ok: true })')
  expect(await lab.call('tool.info', { name: 'deploys' })).toMatchObject({
    problems: expect.arrayContaining([expect.objectContaining({ field })]),
  })
  expect(await lab.refusal('tool.run', { name: 'deploys', input: {} })).toMatchObject({
    code: 'invalid_state',
    target: field,
    message: expect.stringContaining('deploys declares a secret wrongly'),
    fix: 'furrow tool info deploys',
  })
  expect((await lab.call('run.list', { kind: 'tool' })).runs).toEqual([])
})
