import type { RuntimeProgram } from '../workspace/trust/subjects.ts'
import type { Grant } from './model.ts'

/** A tool as it would run now. */
export interface ToolVersion {
  readonly name: string
  /** Of all that decides what runs, as trust has it. */
  readonly hash: string
  readonly runtime: RuntimeProgram
  /** A person follows its folder and lets it keep its grants. */
  readonly keepsGrants: boolean
}

export type GrantStanding = 'granted' | 'kept' | 'other_runtime' | 'changed' | 'none'

/** What grants of one secret are worth to a tool: its code and the program that runs it are both part of a grant. */
export function judgeGrants(tool: ToolVersion, grants: readonly Grant[]): GrantStanding {
  const given = grants.filter(grant => grant.tool === tool.name)
  const forRuntime = given.filter(({ runtime }) => isSame(runtime, tool.runtime))
  if (forRuntime.some(({ hash }) => hash === tool.hash)) return 'granted'
  if (tool.keepsGrants && forRuntime.length > 0) return 'kept'
  if (given.some(({ hash }) => hash === tool.hash)) return 'other_runtime'
  return given.length > 0 ? 'changed' : 'none'
}

function isSame(granted: RuntimeProgram | undefined, now: RuntimeProgram): boolean {
  return granted?.name === now.name && granted.program === now.program
}
