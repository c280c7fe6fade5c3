import type { Run } from '../runs/model.ts'
import type { Confinement } from '../runs/spawn/sandbox.ts'
import { type Call, port } from '../workspace/call.ts'

/** What an agent left behind, looked at before its run counts as done. */
export interface UncheckedWork {
  readonly run: Run
  /** The folder that it worked in. */
  readonly root: string
  /** What the agent itself was confined by; whatever it wrote is tried in no other way. */
  readonly confinement: Confinement
}

/** Why the work is not done, however sure the agent is; empty when it is. Nothing for kinds that nobody checks. */
export type Prove = (call: Call, left: UncheckedWork) => Promise<readonly string[] | undefined>

export const proofs = port<Prove>('agents.proofs')

/** What an agent works for: its feature, and its change with the stage that this is at. */
export interface AgentSubject {
  readonly feature?: string
  readonly change?: string
  readonly stage?: string
}

/** What was named, or else what is current; what is named and not there is refused. */
export type FindSubject = (call: Call, named: Pick<AgentSubject, 'feature' | 'change'>) => AgentSubject

export const subjects = port<FindSubject>('agents.subjects')
