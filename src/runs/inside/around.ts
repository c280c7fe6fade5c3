import type { Call } from '../../workspace/call.ts'
import type { AgentPart, Run } from '../model.ts'
import { findRun } from '../record/records.ts'
import { RUN_MARKER } from '../spawn/environment.ts'

const DEEPEST = 100

/** The run inside which this one is started, or whose token asks for it, while it lives. */
export function parentOf({ env, store, actor }: Call): string | undefined {
  const id = env[RUN_MARKER] ?? /^run:(.+)$/.exec(actor.id)?.[1]
  return id !== undefined && store.leases.find(id) !== undefined ? id : undefined
}

/** A run and those that it was started in, the outermost one last. */
export function runsAround(call: Call, innermost: string): string[] {
  const found: string[] = []
  for (let id: string | undefined = innermost; id !== undefined && found.length < DEEPEST; ) {
    found.push(id)
    const next: string | undefined = findRun(call, id)?.parent
    id = next === undefined || found.includes(next) ? undefined : next
  }
  return found
}

export type SurroundingAgentRun = Run & { readonly agent: AgentPart }

/** The nearest run of an agent around what is started in a run, however deep that is in it. */
export function agentAround(call: Call, parent: string | undefined): SurroundingAgentRun | undefined {
  if (parent === undefined) return undefined
  const runs = runsAround(call, parent).map(id => findRun(call, id))
  return runs.find((run): run is SurroundingAgentRun => run?.agent !== undefined)
}
