import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { edit } from '../config/configure.ts'
import { readAgents } from '../config/read-agents.ts'
import * as contracts from '../contracts.ts'
import type { PermissionRule } from '../model.ts'
import { type RuleKey, sayRule, withoutRule, withRule } from './own.ts'

export const rules = implement(() => contracts.rules, {
  run: async call => view(call),
  render,
})

export const ruleSet = implement(() => contracts.ruleSet, {
  async run(call, { action, ...about }) {
    const rule = { ...keyOf(about), action }
    await change(call, `rule for agents: ${sayRule(rule)}`, now => withRule(now, rule))
    return view(call)
  },
  render,
})

export const ruleRemove = implement(() => contracts.ruleRemove, {
  async run(call, about) {
    const rule = keyOf(about)
    await change(call, `no rule for agents any more: ${sayKey(rule)}`, now => {
      const left = withoutRule(now, rule)
      if (left.length < now.length) return left
      throw refuse('not_found', `There is no rule for ${sayKey(rule)} in your config.`, {
        target: rule.tool,
        fix: shell`furrow agent rules`,
      })
    })
    return view(call)
  },
  render,
})

function keyOf({ tool, files }: { readonly tool: string; readonly files?: string | undefined }): RuleKey {
  return { tool, ...(files !== undefined && { path: files }) }
}

/** Rules as they were written, so that what a later version knows of them stays. */
async function change(call: Call, summary: string, by: (now: PermissionRule[]) => PermissionRule[]): Promise<void> {
  await edit(call, summary, section => {
    readAgents(call)
    const next = by((section.get('permissions') ?? []) as PermissionRule[])
    if (next.length === 0) section.remove('permissions')
    else section.set('permissions', next)
  })
}

interface PermissionRulesView {
  readonly rules: PermissionRule[]
  readonly narrowing: PermissionRule[]
}

function view(call: Call): PermissionRulesView {
  const { rules: own, narrowing } = readAgents(call)
  return { rules: [...own], narrowing: [...narrowing] }
}

function render({ rules: own, narrowing }: PermissionRulesView): string {
  return [
    ...(own.length === 0 ? ['No rule of yours: whatever an agent wants to do is asked.'] : own.map(line)),
    ...(narrowing.length === 0 ? [] : ['', 'Of the repository, which can only be stricter:', ...narrowing.map(line)]),
  ].join('\n')
}

function line(rule: PermissionRule): string {
  return `- \`${sayRule(rule)}\``
}

function sayKey({ tool, path }: RuleKey): string {
  return path === undefined ? tool : `${tool} in ${path}`
}
