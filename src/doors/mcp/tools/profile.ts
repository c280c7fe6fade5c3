import type { OperationEntry } from '../../../operation/manifest.ts'
import { OTHER_TOOLS, otherTools } from './other-tools.ts'
import { groupTools, type ListedTool, listTool, type ToolGroup } from './tools.ts'

/** Which tools are listed. One outside the profile stays callable, by its name and through `furrow_tools`. */
export type Profile =
  | { readonly kind: 'core' }
  | { readonly kind: 'all' }
  | { readonly kind: 'names'; readonly names: readonly string[] }

/** What an agent needs on most days, in the order in which it is listed. The list must stay within CORE_TOKENS. */
const CORE: readonly string[] = [
  'furrow_status',
  'furrow_start',
  'furrow_next',
  'sdd_change',
  'sdd_change_advance',
  'sdd_change_status',
  'sdd_change_manage',
  'sdd_explore',
  'sdd_adr',
  'sdd_context_check',
  'sdd_spec',
  'exploration',
  'mem_save',
  'mem_search',
  'mem_get',
  'mem_context',
  'ask_codebase',
  'tool_list',
  'tool_run',
  'tool_runs',
  'sdd_guide',
  'furrow_doctor',
]

export const CORE_TOKENS = 6000

export function parseProfile(text: string): Profile {
  if (text === 'core' || text === 'all') return { kind: text }
  const names = text.split(',').map(name => name.trim())
  return { kind: 'names', names: [...new Set(names.filter(name => name !== ''))] }
}

/** Only these profiles show what a repository brings along, so only they make the list wait for it. */
export function listsDynamic(profile: Profile, entries: readonly OperationEntry[]): boolean {
  if (profile.kind !== 'names') return profile.kind === 'all'
  const known = groupTools(entries)
  return profile.names.some(name => !known.has(name))
}

export function listTools(entries: readonly OperationEntry[], profile: Profile): ListedTool[] {
  const outputs = profile.kind === 'all'
  const tools = chosen(groupTools(entries), profile).map(group => listTool(group, { outputs }))
  return profile.kind === 'core' ? [...tools, otherTools] : tools
}

/** Whether a model can call the tool by its name; the default list has another way for all that are not on it. */
export function isListed(tool: string, profile: Profile): boolean {
  return profile.kind !== 'core' || CORE.includes(tool) || tool === OTHER_TOOLS
}

/** Bytes / 4: what the list costs a model, near enough. */
export function profileTokens(value: unknown): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(value)) / 4)
}

function chosen(groups: ReadonlyMap<string, ToolGroup>, profile: Profile): ToolGroup[] {
  if (profile.kind === 'all') return [...groups.values()]
  const names = profile.kind === 'core' ? CORE : profile.names
  return names.flatMap(name => groups.get(name) ?? [])
}
