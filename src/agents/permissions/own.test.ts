import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PermissionRule } from '../model.ts'
import { sayRule, withoutRule, withRule } from './own.ts'
import { type Action, decide } from './permission-rules.ts'

const tool = fc.constantFrom('edit', 'execute', '*', 'mcp__*')
const path = fc.constantFrom(undefined, 'src/**', '**/.env*')
const aRule: fc.Arbitrary<PermissionRule> = fc
  .record({ tool, path, action: fc.constantFrom('allow', 'ask', 'deny') })
  .map(({ path: where, ...rule }) => (where === undefined ? rule : { ...rule, path: where }))

const judge = (rules: readonly PermissionRule[], action: Action) =>
  decide(action, { profile: 'write', attended: true, rules: { rules, narrowing: [] } })

test('a rule that is set decides about what it is for, and replaces the one that did before', () => {
  fc.assert(
    fc.property(fc.array(aRule), aRule, (rules, rule) => {
      const now = withRule(rules, rule)
      expect(now.at(-1)).toBe(rule)
      expect(now.filter(each => each.tool === rule.tool && each.path === rule.path)).toEqual([rule])
      expect(withRule(now, rule)).toEqual(now)
      const action = { tool: rule.tool.replace('*', 'x'), paths: rule.path === undefined ? [] : ['src/.env'] }
      if (rule.path !== 'src/**') expect(judge(now, action).verdict).toBe(rule.action)
    }),
  )
})

test('what a replaced rule decided beside the new one is decided as before', () => {
  fc.assert(
    fc.property(fc.array(aRule), fc.constantFrom('edit', 'execute', 'fetch'), (rules, kind) => {
      const kept = rules.reduce<PermissionRule[]>(withRule, [])
      expect(judge(kept, { tool: kind, paths: ['src/a.ts'] })).toEqual(
        judge(rules, { tool: kind, paths: ['src/a.ts'] }),
      )
    }),
  )
})

test('a rule is removed by what it is for; one without a tool is for all of them', () => {
  const byHand = { action: 'deny', path: 'a' } as PermissionRule
  expect(withoutRule([byHand, { tool: 'edit', action: 'allow' }], { tool: '*', path: 'a' })).toEqual([
    { tool: 'edit', action: 'allow' },
  ])
})

test('a rule reads as a sentence', () => {
  expect(sayRule({ tool: '*', path: '**/.env*', action: 'deny' })).toBe('deny everything in **/.env*')
  expect(sayRule({ tool: 'edit', action: 'allow' })).toBe('allow edit')
})
