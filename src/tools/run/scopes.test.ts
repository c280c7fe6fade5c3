import { expect, test } from 'vitest'
import { blankMeta } from '../meta/read-meta.ts'
import type { ToolMeta } from '../model.ts'
import { scopeFor, scopesOf } from './scopes.ts'

const meta: ToolMeta = {
  ...blankMeta('deploy'),
  input_schema: { type: 'object', properties: { environment: { enum: ['staging', 'production'] } } },
}

test('a secret without a scope is looked for in the default one', () => {
  expect(scopesOf({}, meta)).toEqual({ possible: ['default'], first: 'default' })
  expect(scopesOf({ scope: 'staging' }, meta)).toEqual({ possible: ['staging'], first: 'staging' })
})

test('a scope that follows the input may be each that the form can say', () => {
  const secret = { scope: '{{input.environment}}' }
  expect(scopesOf(secret, meta)).toEqual({ possible: ['staging', 'production'] })
  expect(scopeFor(secret, { environment: 'production' })).toBe('production')
  expect(scopeFor(secret, {})).toBe('default')
})

test('a form that opens with a value says which of them counts first', () => {
  const form_layout = [{ key: 'environment', type: 'select' as const, default: 'staging' }]
  expect(scopesOf({ scope: '{{input.environment}}' }, { ...meta, form_layout })).toEqual({
    possible: ['staging', 'production'],
    first: 'staging',
  })
})

test('the options of a field without a schema count too, and two fields together', () => {
  const form_layout = [
    { key: 'environment', type: 'select' as const, options: ['a', 'b'] },
    { key: 'region', type: 'select' as const, options: ['1', '2'] },
  ]
  const scope = '{{input.environment}}-{{input.region}}'
  expect(scopesOf({ scope }, { ...blankMeta('x'), form_layout }).possible).toEqual(['a-1', 'a-2', 'b-1', 'b-2'])
})

test('where nobody can say what a field will hold, the default scope stands', () => {
  expect(scopesOf({ scope: '{{input.name}}' }, meta)).toEqual({ possible: ['default'] })
})
