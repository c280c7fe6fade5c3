import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PermissionRule } from '../model.ts'
import { type Action, decide, glob } from './permission-rules.ts'

const rule = (text: Record<string, string>) => PermissionRule.parse(text)
const edit = (...paths: string[]): Action => ({ tool: 'edit', paths })

function judge(action: Action, rules: Record<string, string>[], more: Partial<Parameters<typeof decide>[1]> = {}) {
  const all = { rules: rules.map(rule), narrowing: [] }
  return decide(action, { profile: 'write', attended: true, rules: all, ...more }).verdict
}

test('without a rule somebody is asked', () => {
  expect(judge(edit('a'), [])).toBe('ask')
})

test('of the rules that match, the last one counts', () => {
  const rules = [
    { tool: 'edit', action: 'allow' },
    { tool: 'edit', path: 'src/**', action: 'ask' },
    { tool: '*', path: 'src/secret/**', action: 'deny' },
  ]
  expect(judge(edit('docs/a.md'), rules)).toBe('allow')
  expect(judge(edit('src/a.ts'), rules)).toBe('ask')
  expect(judge(edit('src/secret/a.ts'), rules)).toBe('deny')
})

test('a rule with a path allows only when every file is inside, and denies when one is', () => {
  const allow = [{ tool: 'edit', path: 'src/**', action: 'allow' }]
  expect(judge(edit('src/a.ts', 'src/b.ts'), allow)).toBe('allow')
  expect(judge(edit('src/a.ts', '/etc/passwd'), allow)).toBe('ask')
  expect(judge(edit(), allow)).toBe('ask')
  const deny = [{ tool: 'edit', path: '**/*.env', action: 'deny' }]
  expect(judge(edit('src/a.ts', 'src/.env'), deny)).toBe('deny')
})

test('a tool is matched by its kind or by its own name', () => {
  const rules = [{ tool: 'mcp__furrow__*', action: 'allow' }]
  expect(judge({ tool: 'other', name: 'mcp__furrow__mem_search', paths: [] }, rules)).toBe('allow')
  expect(judge({ tool: 'other', name: 'mcp__else__x', paths: [] }, rules)).toBe('ask')
})

test('who only reads may not write or run anything, whatever a rule allows', () => {
  const rules = [{ tool: '*', action: 'allow' }]
  for (const tool of ['edit', 'delete', 'move', 'execute', 'switch_mode'])
    expect(judge({ tool, paths: ['a'] }, rules, { profile: 'read' })).toBe('deny')
  expect(judge({ tool: 'read', paths: ['a'] }, rules, { profile: 'read' })).toBe('allow')
})

test('unattended, what no rule allows is denied', () => {
  expect(judge(edit('a'), [], { attended: false })).toBe('deny')
  expect(judge(edit('a'), [{ tool: 'edit', action: 'ask' }], { attended: false })).toBe('deny')
  expect(judge(edit('a'), [{ tool: 'edit', action: 'allow' }], { attended: false })).toBe('allow')
})

const verdicts = fc.constantFrom('allow', 'ask', 'deny')
const tools = fc.constantFrom('edit', 'execute', 'read', '*')
const someRule = fc.record({ tool: tools, action: verdicts })
const STRICTNESS = { allow: 0, ask: 1, deny: 2 }

test('whatever a repository says, it never makes anything looser', () => {
  fc.assert(
    fc.property(fc.array(someRule), fc.array(someRule), fc.boolean(), (ours, theirs, attended) => {
      const [rules, narrowing] = [ours.map(rule), theirs.map(rule).filter(({ action }) => action !== 'allow')]
      const ask = { profile: 'write', attended } as const
      const alone = decide(edit('a'), { ...ask, rules: { rules, narrowing: [] } })
      const both = decide(edit('a'), { ...ask, rules: { rules, narrowing } })
      expect(STRICTNESS[both.verdict]).toBeGreaterThanOrEqual(STRICTNESS[alone.verdict])
    }),
  )
})

describe('patterns', () => {
  test.each([
    ['src/*', 'src/a.ts', true],
    ['src/*', 'src/a/b.ts', false],
    ['src/**', 'src/a/b.ts', true],
    ['**/*.ts', 'a.ts', true],
    ['**/*.ts', 'a/b/c.ts', true],
    ['a?.ts', 'ab.ts', true],
    ['a.ts', 'axts', false],
    ['src/(x)+[y]', 'src/(x)+[y]', true],
  ])('%s and %s', (pattern, path, expected) => {
    expect(glob(pattern, { segments: true }).test(path)).toBe(expected)
  })

  test('a text without wildcards matches itself alone', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z.+()[\]^$|\\]{1,20}$/),
        fc.stringMatching(/^[a-z.]{1,20}$/),
        (text, other) => {
          expect(glob(text, { segments: true }).test(text)).toBe(true)
          expect(glob(text, { segments: true }).test(other)).toBe(text === other)
        },
      ),
    )
  })
})
