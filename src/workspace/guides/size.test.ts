import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../../tests/lab.ts'
import { DIMENSIONS } from '../../specs/gate/gate.ts'

const folder = path.join(packageRoot, 'guides')
const guides = fs.readdirSync(folder).filter(name => name.endsWith('.md'))
const textOf = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8')

test('seed 001 §3.4: all guides together have at most 462 lines', () => {
  const lines = guides.reduce((sum, name) => sum + textOf(name).trimEnd().split('\n').length, 0)
  expect(lines).toBeLessThanOrEqual(462)
})

test('seed 001 §3: the guides name what they stand on, each where it is used', () => {
  const basis: Record<string, string[]> = {
    'spec-propose.md': ['IREB'],
    'spec-specify.md': ['29148', 'EARS', 'Femmer'],
    'spec-business-rules.md': ['BRG', 'Business Rules Manifesto', 'ubiquitous language'],
    'spec-design.md': ['Nygard'],
    'spec-clarify.md': ['29148', 'IREB', 'ISO/IEC 25010', 'EARS', 'Evans', ...DIMENSIONS.map(({ name }) => name)],
    'spec-tasks.md': ['Waves', 'Kahn 1962', 'Kelley and Walker 1959'],
    'change-tasks.md': ['waves', 'Kahn 1962'],
    'change-clarify.md': ['eight dimensions', 'Wait for the answers', 'Record question, answer'],
    'change-context-check.md': [
      'ISO/IEC/IEEE 29148',
      'IREB',
      'Bohner and Arnold',
      'Femmer',
      'user-friendly',
      'usually',
      'high quality',
      'superlatives',
      'shall not',
      'terms of the change that are not in the glossary',
      'wait for the answers',
      'record each question with its answer',
      'all clear',
    ],
    'spec-validate.md': ['Bohner and Arnold', 'SemVer'],
  }
  const missing = Object.entries(basis).flatMap(([name, words]) =>
    words.filter(word => !textOf(name).includes(word)).map(word => `${name}: ${word}`),
  )
  expect(missing).toEqual([])
})

test('seed 000: exploring comes before the pipelines, in the instructions and in a guide of its own', () => {
  const instructions = textOf('instructions.md')
  const at = (word: string) => instructions.indexOf(word)
  expect([at('sdd_explore') > 0, at('sdd_explore') < at('sdd_spec'), at('sdd_explore') < at('sdd_change')]).toEqual([
    true,
    true,
    true,
  ])
  for (const field of ['goals', 'constraints', 'preferences', 'unknowns', 'decisions', 'context'])
    expect(textOf('explore.md')).toContain(field)
})
