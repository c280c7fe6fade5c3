import { expect, test } from 'vitest'
import { agent, openLab } from '../../../../tests/lab.ts'
import type { JsonSchema } from '../../../operation/manifest.ts'
import { mayAddChoices } from './may-add.ts'
import { listTools } from './profile.ts'

const FLOWS = 'flows:\n  spike:\n    tiny: [describe, context-check, try-out, verify]\n'

async function wordsIn(lab: Awaited<ReturnType<typeof openLab>>, tool: string, field: string) {
  const tools = listTools(await lab.app.list({ own: true, actor: agent }), { kind: 'core' })
  const schema = tools.find(({ name }) => name === tool)?.inputSchema.properties[field] as JsonSchema
  return schema.enum
}

test('without words of its own a repository lists ours, and the list need not wait for it', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'project:\n  name: shop\n')
  expect(mayAddChoices(lab.root)).toBe(false)
  expect(await wordsIn(lab, 'sdd_change', 'type')).toEqual(['feature', 'fix', 'refactor', 'enhancement'])
})

test('the types, sizes and stages that the config adds are in the lists, also from a folder inside', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', FLOWS)
  lab.write('src/a.ts', '')
  expect(mayAddChoices(`${lab.root}/src`)).toBe(true)
  expect(await wordsIn(lab, 'sdd_change', 'type')).toEqual(['feature', 'fix', 'refactor', 'enhancement', 'spike'])
  expect(await wordsIn(lab, 'furrow_start', 'size')).toEqual(['small', 'medium', 'large', 'tiny'])
  expect(await wordsIn(lab, 'sdd_change_advance', 'stage')).toContain('try-out')
  expect(await wordsIn(lab, 'sdd_change_manage', 'type')).toContain('spike')
})

test('a config that cannot be read keeps no tool from being listed', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'flows: [not, a, map\n')
  expect(await wordsIn(lab, 'sdd_change', 'type')).toEqual(['feature', 'fix', 'refactor', 'enhancement'])
})

test('a refusal names the sizes of the type that was asked for', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', FLOWS)
  const refused = await lab.refusal('change.start', { type: 'spike', size: 'huge', description: 'Try it' })
  expect(refused.message).toBe('invalid change size "huge": must be one of: tiny')
})
