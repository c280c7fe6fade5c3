import type { Call } from '../workspace/call.ts'
import { readConfig } from '../workspace/config/read.ts'

export interface Limits {
  /** How many runs of a workspace execute at once. */
  readonly concurrency: number
  /** How many finished runs of a kind are kept. */
  readonly retention: number
  /** How much of a log is kept, head and tail. */
  readonly logBytes: number
}

export function limitsOf(call: Pick<Call, 'home' | 'workspace'>): Limits {
  const config = readConfig(call)
  return {
    concurrency: Number(config.get('runs.concurrency').value),
    retention: Number(config.get('runs.retention').value),
    logBytes: Number(config.get('runs.log_bytes').value),
  }
}
