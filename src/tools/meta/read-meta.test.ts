import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEPLOY } from '../../../tests/support/tools.ts'
import { readMeta } from './read-meta.ts'

test('the deploy example is read as it is written, without a problem', () => {
  const { meta, problems } = readMeta('deploy', DEPLOY)
  expect(problems).toEqual([])
  expect(meta).toEqual(DEPLOY)
})

test('the folder is the name, whatever the tool calls itself', () => {
  expect(readMeta('my-deploy', DEPLOY).meta.name).toBe('my-deploy')
})

test('a wrong field is reported on that field and resets no other', () => {
  const form_layout = [{ key: 'a', type: 'slider', label: 3 }, 'no field', { type: 'text' }]
  const { meta, problems } = readMeta('x', { ...DEPLOY, timeout_seconds: 'long', form_layout, tags: [1] })
  expect(problems.map(({ field }) => field)).toEqual([
    'form_layout[0].type',
    'form_layout[0].label',
    'form_layout[1]',
    'form_layout[2].key',
    'timeout_seconds',
    'tags',
  ])
  expect(meta).toMatchObject({ streaming: true, secrets: DEPLOY.secrets, form_layout: [{ key: 'a', type: 'text' }] })
})

test('what was meant to be private stays private when it is said in the wrong way', () => {
  const { meta } = readMeta('x', {
    ...DEPLOY,
    persist_interactions: 'no',
    form_layout: [{ key: 'token', type: 'text', secret: 'yes' }],
    secrets: [{ env_var: 'KEY', required: 'perhaps' }],
  })
  expect(meta.persist_interactions).toBe(false)
  expect(meta.form_layout).toEqual([{ key: 'token', type: 'text', secret: true }])
  expect(meta.secrets).toEqual([{ env_var: 'KEY', description: '', required: true }])
})

test('whatever a tool prints gives a meta that can be shown', () => {
  const anything = fc.dictionary(
    fc.constantFrom(...Object.keys(DEPLOY), 'effect', 'render', '__proto__'),
    fc.anything(),
  )
  fc.assert(
    fc.property(anything, given => {
      const { meta } = readMeta('x', given)
      expect(meta.name).toBe('x')
      expect(typeof meta.display_name).toBe('string')
      expect(meta.input_schema).toBeTypeOf('object')
      expect(['read', 'write', 'destructive', undefined]).toContain(meta.effect)
    }),
  )
})

test.each(['Destructive', 'delete', 7, ['read']])(
  'an effect that cannot be read, %j, counts as destructive',
  effect => {
    const { meta, problems } = readMeta('x', { ...DEPLOY, effect })
    expect([meta.effect, problems.map(({ field }) => field)]).toEqual(['destructive', ['effect']])
  },
)
