import type { PermissionRule } from '../model.ts'

/** What a rule is about: the tools and the files. */
export type RuleKey = Pick<PermissionRule, 'tool' | 'path'>

/** The rule comes last, where it counts most; the one that it replaces goes. */
export function withRule(rules: readonly PermissionRule[], rule: PermissionRule): PermissionRule[] {
  return [...withoutRule(rules, rule), rule]
}

export function withoutRule(rules: readonly PermissionRule[], key: RuleKey): PermissionRule[] {
  return rules.filter(rule => !isSame(rule, key))
}

/** A rule that was written by hand without a tool is for all of them. */
function isSame({ tool = '*', path }: Partial<RuleKey>, key: RuleKey): boolean {
  return tool === key.tool && path === key.path
}

/** `allow edit in src/**` */
export function sayRule({ tool, path, action }: PermissionRule): string {
  return `${action} ${tool === '*' ? 'everything' : tool}${path === undefined ? '' : ` in ${path}`}`
}
