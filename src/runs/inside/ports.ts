import { type Call, port } from '../../workspace/call.ts'
import type { Confinement } from '../spawn/sandbox.ts'
import type { SurroundingAgentRun } from './around.ts'

/** What holds everything that an agent has Furrow run for it: what the agent itself cannot do, nothing does for it. */
export type ConfineForAgent = (call: Call, run: SurroundingAgentRun) => Promise<Confinement>

export const agentWalls = port<ConfineForAgent>('runs.agent_walls')
