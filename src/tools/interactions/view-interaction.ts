import type { Run } from '../../runs/model.ts'
import type { Interaction } from '../model.ts'

/** A run of a tool in the words of the tool system. */
export function interactionOf(run: Run): Interaction {
  const { tool } = run
  if (tool === undefined) throw new Error(`${run.id} is no run of a tool`)
  const { id, status, actor, trigger, started_at, ended_at } = run
  return {
    id,
    tool_name: tool.name,
    kind: tool.mode,
    status,
    created_at: started_at,
    ...(ended_at !== undefined && { completed_at: ended_at }),
    ...some(tool, ['input', 'result', 'runtime', 'kept_grants'] as const),
    ...(tool.streaming === true && { streaming_log: `${id}.log` }),
    tags: tool.tags,
    notes: tool.notes,
    ...some(run, [
      'reason',
      'exit_code',
      'signal',
      'contained',
      'missing',
      'duration_ms',
      'links',
      'pinned',
      'attachments',
      'attachments_dropped',
      'position',
      'lines',
      'cut',
    ] as const),
    ...(tool.version !== undefined && { tool_version: tool.version }),
    ...(tool.hash !== undefined && { tool_hash: tool.hash }),
    actor,
    trigger,
  }
}

/** The keys that have a value. */
function some<T extends object, K extends keyof T>(
  from: T,
  keys: readonly K[],
): { [P in K]?: Exclude<T[P], undefined> } {
  return Object.fromEntries(keys.flatMap(key => (from[key] === undefined ? [] : [[key, from[key]]]))) as {
    [P in K]?: Exclude<T[P], undefined>
  }
}
