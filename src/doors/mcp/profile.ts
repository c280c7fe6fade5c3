import type { OperationEntry } from '../../operation/manifest.ts'
import { groupTools, type ListedTool, listTool, type ToolGroup } from './tools.ts'

/** Which tools are listed. One outside the profile stays callable. */
export type Profile =
  | { readonly kind: 'core' }
  | { readonly kind: 'all' }
  | { readonly kind: 'names'; readonly names: readonly string[] }

/** What an agent needs on most days, in the order in which it is listed. The list must stay within CORE_TOKENS. */
const CORE: readonly string[] = [
  'furrow_status',
  'sdd_change',
  'sdd_change_advance',
  'sdd_change_status',
  'sdd_change_manage',
  'sdd_explore',
  'sdd_adr',
  'sdd_context_check',
  'mem_save',
  'mem_search',
  'mem_get',
  'mem_context',
  'ask_codebase',
  'tool_run',
  'tool_runs',
  'sdd_guide',
]

export const CORE_TOKENS = 6000

export function parseProfile(text: string): Profile {
  if (text === 'core' || text === 'all') return { kind: text }
  const names = text.split(',').map(name => name.trim())
  return { kind: 'names', names: names.filter(name => name !== '') }
}

/** Only these profiles show what a repository brings along, so only they make the list wait for it. */
export function listsDynamic(profile: Profile, entries: readonly OperationEntry[]): boolean {
  if (profile.kind !== 'names') return profile.kind === 'all'
  const known = groupTools(entries)
  return profile.names.some(name => !known.has(name))
}

export function listTools(entries: readonly OperationEntry[], profile: Profile): ListedTool[] {
  const outputs = profile.kind === 'all'
  return chosen(groupTools(entries), profile).map(group => listTool(group, { outputs }))
}

/** Bytes / 4: what the list costs a model, near enough. */
export function tokensOf(value: unknown): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(value)) / 4)
}

function chosen(groups: ReadonlyMap<string, ToolGroup>, profile: Profile): ToolGroup[] {
  if (profile.kind === 'all') return [...groups.values()]
  const names = profile.kind === 'core' ? CORE : profile.names
  return names.flatMap(name => groups.get(name) ?? [])
}
