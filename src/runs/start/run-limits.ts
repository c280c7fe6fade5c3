import type { Call } from '../../workspace/call.ts'
import type { Key } from '../../workspace/config/keys.ts'
import { readConfig } from '../../workspace/config/read-config.ts'
import type { Resources } from '../spawn/sandbox.ts'

export interface RunLimits {
  /** How many runs of a workspace execute at once. */
  readonly concurrency: number
  /** How many finished runs of a kind are kept. */
  readonly retention: number
  /** How many finished runs of a tool are kept. */
  readonly interactionRetention: number
  /** How much of a log is kept, head and tail. */
  readonly logBytes: number
  readonly resources: Resources
}

export function limitsOf(call: Pick<Call, 'home' | 'workspace'>): RunLimits {
  const config = readConfig(call)
  return {
    concurrency: Number(config.get('runs.concurrency').value),
    retention: Number(config.get('runs.retention').value),
    interactionRetention: Number(config.get('tools.interaction_retention').value),
    logBytes: Number(config.get('runs.log_bytes').value),
    resources: {
      ...countAt(config, 'runs.memory_mb', 'memoryMib'),
      ...countAt(config, 'runs.processes', 'processes'),
      ...countAt(config, 'runs.file_mb', 'fileMib'),
    },
  }
}

function countAt<K extends keyof Resources>(config: ReturnType<typeof readConfig>, key: Key, name: K) {
  const { value } = config.get(key)
  return value === undefined ? {} : ({ [name]: Number(value) } as { [Name in K]: number })
}
