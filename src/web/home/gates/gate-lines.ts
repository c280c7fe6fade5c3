import type { Output } from '../../api/call.ts'
import type { RunDetail } from '../../api/types.ts'

type GateRow = Output<'gate.list'>['gates'][number]
type GateRun = Pick<RunDetail, 'id' | 'label' | 'status' | 'started_at'>

export interface GateLine {
  readonly name: string
  readonly command: string
  /** Its newest run. */
  readonly last: GateRun | undefined
}

/** Each gate with its newest run; runs come newest first. */
export function homeGateLines(gates: readonly GateRow[], runs: readonly GateRun[]): GateLine[] {
  return gates.map(({ name, command }) => ({ name, command, last: runs.find(({ label }) => label === name) }))
}

/** All of them in a few words. */
export function gateSummaryOf(lines: readonly GateLine[]): string {
  const passed = lines.filter(({ last }) => last?.status === 'succeeded').length
  return `${passed} of ${lines.length} passed when last run`
}
