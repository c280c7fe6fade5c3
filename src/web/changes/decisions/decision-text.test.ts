import { expect, test } from 'vitest'
import { decisionTextsIn, editableText, missingSection, OUTLINE } from './decision-text.ts'

const FILE = `# ADR-007: Use PostgreSQL

- **Status:** accepted

## Context

Two stores.

### A heading of the text

More.

## Decision

One store.

## Rationale

Speed.

## Consequences

One more server.
`

test('the sections of a decision are read from its file, without its head and what was added below', () => {
  expect(decisionTextsIn(FILE)).toEqual({
    context: 'Two stores.\n\n### A heading of the text\n\nMore.',
    decision: 'One store.',
    rationale: 'Speed.',
  })
  expect(editableText(FILE)).not.toContain('Consequences')
  expect(editableText(FILE)).not.toContain('Status')
  expect(decisionTextsIn(editableText(FILE))).toEqual(decisionTextsIn(FILE))
})

test('an outline says which section is missing', () => {
  expect(missingSection(OUTLINE)).toBe('Context')
  expect(missingSection(OUTLINE.replace('## Context\n', '## Context\n\nWhy.\n'))).toBe('Decision')
  expect(missingSection(FILE)).toBeUndefined()
})
