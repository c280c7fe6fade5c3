import { expect, test } from 'vitest'
import * as z from 'zod'
import { Id } from '../../../operation/ids.ts'
import type { JsonSchema } from '../../../operation/manifest.ts'
import { leanSchema, mergeSchemas } from './schema.ts'

test('what zod writes loses what says nothing, and keeps what does', () => {
  const schema = z.toJSONSchema(
    z.strictObject({
      id: Id.describe('Which one.'),
      count: z.int().optional(),
      few: z.int().min(1).max(9).default(3),
      at: z.iso.datetime().optional(),
      tags: z.array(z.strictObject({ name: Id })).optional(),
    }),
    { io: 'input' },
  ) as JsonSchema
  expect(leanSchema(schema)).toEqual({
    type: 'object',
    properties: {
      id: { type: 'string', description: 'Which one.' },
      count: { type: 'integer' },
      few: { type: 'integer', minimum: 1, maximum: 9, default: 3 },
      at: { type: 'string', format: 'date-time' },
      tags: {
        type: 'array',
        items: {
          type: 'object',
          properties: { name: { type: 'string' } },
          required: ['name'],
          additionalProperties: false,
        },
      },
    },
    required: ['id'],
    additionalProperties: false,
  })
})

test('fields called like keywords are fields', () => {
  const properties = { pattern: { type: 'string' }, minimum: { type: 'integer' }, 'x-furrow': { type: 'string' } }
  expect(leanSchema({ type: 'object', properties }).properties).toEqual(properties)
})

test('an enum and a default are values and are left alone', () => {
  expect(leanSchema({ enum: ['$schema'], default: { $schema: 1 } })).toEqual({
    enum: ['$schema'],
    default: { $schema: 1 },
  })
})

test('two verbs keep what they agree on', () => {
  expect(mergeSchemas({ type: 'string', maxLength: 5, description: 'One.' }, { type: 'string', maxLength: 9 })).toEqual(
    {
      type: 'string',
      description: 'One.',
    },
  )
})

test('a field that is a choice for one verb only is free for both', () => {
  expect(mergeSchemas({ type: 'string', enum: ['a'] }, { type: 'string' })).toEqual({ type: 'string' })
})
