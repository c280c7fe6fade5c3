import * as z from 'zod'
import { refuse } from '../../operation/errors.ts'
import { whyNotId } from '../../operation/names/naming.ts'
import { shell } from '../../shared/shell/shell.ts'
import { damaged } from '../../store/documents/document.ts'
import type { Call } from '../../workspace/call.ts'
import { type ConfigFile, readConfig } from '../../workspace/config/read-config.ts'
import { PermissionRule } from '../model.ts'
import { detected } from './detect.ts'

export interface AgentConfig {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Keys in the person's folder that it needs, and more places that it writes to; `~` is that folder. */
  readonly sees?: readonly string[] | undefined
  readonly writes?: readonly string[] | undefined
}

export interface Agents {
  readonly agents: readonly AgentConfig[]
  readonly default: string | undefined
  readonly rules: readonly PermissionRule[]
  /** Of the repository: they can forbid and ask, never allow. */
  readonly narrowing: readonly PermissionRule[]
  /** Names that the repository's config brings along, and that count for nothing. */
  readonly ignored: readonly string[]
}

/** Keys of the section `agents` that name no agent. */
const RESERVED = ['default', 'permissions'] as const

const Entry = z.looseObject({
  command: z.string().min(1).max(4096),
  args: z.array(z.string().max(4096)).max(100).default([]),
  env: z.record(z.string(), z.string()).default({}),
  sees: z.array(z.string().max(4096)).max(100).optional(),
  writes: z.array(z.string().max(4096)).max(100).optional(),
})

/** Agents come from the person's own config alone; a repository can only make the rules stricter. */
export function readAgents(call: Pick<Call, 'home' | 'workspace'>): Agents {
  const { person, project } = readConfig(call)
  const [ours, theirs] = [sectionOf(person), sectionOf(project)]
  const { default: chosen } = ours
  if (chosen !== undefined && typeof chosen !== 'string') throw damaged(person.path, 'has no name in agents.default')
  return {
    agents: namesIn(ours).map(name => ({ name, ...parsed(person, name, Entry, ours[name]) })),
    default: chosen,
    rules: rulesIn(person, ours),
    narrowing: rulesIn(project, theirs).filter(({ action }) => action !== 'allow'),
    ignored: namesIn(theirs),
  }
}

/** The agent that is asked for, the default, or the only one; a refusal says how to set one up. */
export function chooseAgent(call: Call, name?: string): AgentConfig {
  const { agents, default: preferred } = readAgents(call)
  const wanted = name ?? preferred ?? (agents.length === 1 ? agents[0]?.name : undefined)
  const found = agents.find(agent => agent.name === wanted)
  if (found !== undefined) return found
  const [first] = agents
  if (first === undefined) throw noneConfigured(call)
  if (wanted === undefined)
    throw refuse('invalid_state', `No agent is the default; there are ${agents.map(one => one.name).join(', ')}.`, {
      target: 'agents.default',
      fix: shell`furrow agent use ${first.name}`,
    })
  throw refuse('not_found', `There is no agent ${wanted} in your config.`, {
    target: wanted,
    fix: shell`furrow agent list`,
  })
}

function noneConfigured(call: Call) {
  const found = detected(call).find(({ program }) => program !== undefined)
  const known = found === undefined ? 'none is on PATH either' : `${found.title} is on PATH`
  return refuse('unsupported', `No coding agent is set up, and this needs one; ${known}.`, {
    target: 'agents',
    fix: found === undefined ? shell`furrow agent detect` : shell`furrow agent add ${found.name}`,
  })
}

function sectionOf({ data, path }: ConfigFile): Record<string, unknown> {
  const section = data['agents'] ?? {}
  if (typeof section !== 'object' || Array.isArray(section)) throw damaged(path, 'has a section agents without names')
  return section as Record<string, unknown>
}

function namesIn(section: Record<string, unknown>): string[] {
  return Object.keys(section).filter(name => !(RESERVED as readonly string[]).includes(name))
}

function rulesIn(file: ConfigFile, { permissions = [] }: Record<string, unknown>): PermissionRule[] {
  return parsed(file, 'permissions', z.array(PermissionRule).max(1000), permissions)
}

function parsed<S extends z.ZodType>({ path }: ConfigFile, key: string, schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  const problem = whyNotId(key) ?? (result.success ? undefined : problemIn(result.error))
  if (problem !== undefined || !result.success) throw damaged(path, `has agents.${key}, which ${problem}`)
  return result.data
}

function problemIn({ issues: [issue] }: z.ZodError): string {
  return `is no agent: ${[...(issue?.path ?? []), issue?.message].join(': ')}`
}

export function isReserved(name: string): boolean {
  return (RESERVED as readonly string[]).includes(name)
}
