import type { AgentProfile } from '../../runs/model.ts'
import type { PermissionRule, PermissionVerdict } from '../model.ts'

/** Something that an agent wants to do. */
export interface Action {
  /** The kind that the agent says it is: `edit`, `execute`, `other`. */
  readonly tool: string
  /** The tool itself by name, where the agent tells. */
  readonly name?: string
  /** The files it touches: relative where they are below the root, else absolute. */
  readonly paths: readonly string[]
}

export interface PermissionRules {
  readonly rules: readonly PermissionRule[]
  /** Of the repository: they never allow. */
  readonly narrowing: readonly PermissionRule[]
}

/** Kinds that a run which only reads has no use for. */
const WRITES: ReadonlySet<string> = new Set(['edit', 'delete', 'move', 'execute', 'switch_mode'])

export interface PermissionDecision {
  readonly verdict: PermissionVerdict
  readonly by: 'profile' | 'rule' | 'unattended' | 'default'
}

/** What is decided without asking anybody; `ask` when a person is to be asked. */
export function decide(
  action: Action,
  { profile, attended, rules }: { profile: AgentProfile; attended: boolean; rules: PermissionRules },
): PermissionDecision {
  if (profile === 'read' && WRITES.has(action.tool)) return { verdict: 'deny', by: 'profile' }
  const matched = lastMatch(action, rules.rules)
  const theirs = lastMatch(action, rules.narrowing)
  const verdict = stricter(matched ?? 'ask', theirs ?? 'allow')
  if (verdict === 'ask' && !attended) return { verdict: 'deny', by: 'unattended' }
  return { verdict, by: (matched ?? theirs) === undefined ? 'default' : 'rule' }
}

const STRICTNESS: Readonly<Record<PermissionVerdict, number>> = { allow: 0, ask: 1, deny: 2 }

function stricter(a: PermissionVerdict, b: PermissionVerdict): PermissionVerdict {
  return STRICTNESS[a] >= STRICTNESS[b] ? a : b
}

function lastMatch(action: Action, rules: readonly PermissionRule[]): PermissionVerdict | undefined {
  return rules.findLast(rule => matches(rule, action))?.action
}

/** A rule allows only what lies inside of its path as a whole; to forbid, one file in it is enough. */
function matches(rule: PermissionRule, { tool, name, paths }: Action): boolean {
  const wanted = glob(rule.tool, { segments: false })
  if (!wanted.test(tool) && !(name !== undefined && wanted.test(name))) return false
  if (rule.path === undefined) return true
  const inside = glob(rule.path, { segments: true })
  return rule.action === 'allow'
    ? paths.length > 0 && paths.every(path => inside.test(path))
    : paths.some(path => inside.test(path))
}

/** `*` is any text, in paths one segment of it; `**` any number of segments. */
export function glob(pattern: string, { segments }: { segments: boolean }): RegExp {
  const parts = pattern.split(/(\*\*\/|\*\*|\*|\?)/).map(part => {
    if (part === '**/') return segments ? '(?:.*/)?' : '.*'
    if (part === '**') return '.*'
    if (part === '*') return segments ? '[^/]*' : '.*'
    if (part === '?') return segments ? '[^/]' : '.'
    return part.replace(/[.+^${}()|[\]\\/]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('')}$`, 's')
}
