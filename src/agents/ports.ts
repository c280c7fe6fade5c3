import type { Run } from '../runs/model.ts'
import type { Confinement } from '../runs/spawn/sandbox.ts'
import { type Call, port } from '../workspace/call.ts'

/** What an agent left behind, looked at before its run counts as done. */
export interface Left {
  readonly run: Run
  /** The folder that it worked in. */
  readonly root: string
  /** What the agent itself was confined by; whatever it wrote is tried in no other way. */
  readonly confinement: Confinement
}

/** Why the work is not done, however sure the agent is; empty when it is. Nothing for kinds that nobody checks. */
export type Prove = (call: Call, left: Left) => Promise<readonly string[] | undefined>

export const proofs = port<Prove>('agents.proofs')
