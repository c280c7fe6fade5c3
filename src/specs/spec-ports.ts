import { port } from '../workspace/call.ts'
import type { RecordedDecision } from './trace/graph.ts'

/** What specs need of changes: the decisions that were recorded there. */
export const decisions = port<readonly RecordedDecision[]>('specs.decisions')
