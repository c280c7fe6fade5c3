import { CHANGE_SCHEMA, type Change, type StageEntry } from './model.ts'

export interface NewChange {
  readonly id: string
  readonly type: string
  readonly size: string
  readonly description: string
  readonly flow: readonly string[]
}

/** Every move of a change as a pure function of the change and the time; whether it may be made is in `rules.ts`. */
export function beginChange({ flow, ...change }: NewChange, at: string): Change {
  const stages = flow.map<StageEntry>((name, index) =>
    index === 0 ? { name, status: 'in_progress', started_at: at } : { name, status: 'pending' },
  )
  return {
    schema_version: CHANGE_SCHEMA,
    ...change,
    stages,
    current_stage: flow[0] ?? '',
    adrs: [],
    status: 'active',
    created_at: at,
    updated_at: at,
  }
}

/** Completes the current stage and opens the next; the last one completes the change. */
export function advanceChange(change: Change, at: string): Change {
  const index = currentIndex(change)
  const next = change.stages[index + 1]
  const stages = change.stages.map((stage, n) => {
    if (n === index) return { ...stage, status: 'completed' as const, completed_at: at }
    return n === index + 1 ? { ...stage, status: 'in_progress' as const, started_at: at } : stage
  })
  return {
    ...change,
    stages,
    updated_at: at,
    ...(next === undefined ? { status: 'completed' as const } : { current_stage: next.name }),
  }
}

export function pauseChange(change: Change, at: string): Change {
  return { ...change, status: 'paused', updated_at: at }
}

export function activateChange(change: Change, at: string): Change {
  return { ...change, status: 'active', updated_at: at }
}

export function cancelChange(change: Change, at: string): Change {
  return { ...change, status: 'cancelled', updated_at: at }
}

export function archiveChange(change: Change, at: string): Change {
  return { ...change, status: 'archived', updated_at: at }
}

/** Goes back to a stage; it and the later ones are to be done again, and an old proof proves nothing. */
export function reopenChange(change: Change, stage: string, { reason, at }: { reason: string; at: string }): Change {
  const index = change.stages.findIndex(({ name }) => name === stage)
  const stages = change.stages.map<StageEntry>((entry, n) => {
    if (n < index) return entry
    return n === index
      ? { name: entry.name, status: 'in_progress', started_at: at }
      : { name: entry.name, status: 'pending' }
  })
  const { proof: _, context_check, ...rest } = change
  return {
    ...rest,
    stages,
    current_stage: stage,
    status: 'active',
    updated_at: at,
    reopened: [...(change.reopened ?? []), { stage, reason, at }],
    ...(context_check !== undefined && index > 1 && { context_check }),
  }
}

export function currentIndex(change: Change): number {
  return change.stages.findIndex(({ name }) => name === change.current_stage)
}
