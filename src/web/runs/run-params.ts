import type { RunKind, RunStatus } from '../../runs/model.ts'

/** The state of the runs page that its address holds. */
export interface RunsSearch {
  readonly status?: RunStatus
  readonly kind?: RunKind
  readonly q?: string
}

/** Two runs beside each other: the earlier one first. */
export interface CompareSearch {
  readonly a?: string
  readonly b?: string
}

/** The state of a run's page that its address holds. `line` is `120` or `120-140`, `level` names separated by commas. */
export interface RunSearch {
  readonly line?: string
  readonly q?: string
  readonly level?: string
  readonly wrap?: 'on'
  /** Which part of an agent run. */
  readonly view?: string
}

export const RUN_STATUS_FILTERS = [
  'queued',
  'running',
  'waiting',
  'succeeded',
  'failed',
  'timed_out',
  'cancelled',
  'stopped',
  'paused',
  'over_budget',
  'interrupted',
] as const
export const RUN_KIND_FILTERS = ['exec', 'gate', 'tool', 'agent', 'index'] as const

export function runsSearch(raw: Record<string, unknown>): RunsSearch {
  const status = RUN_STATUS_FILTERS.find(one => one === raw.status)
  const kind = RUN_KIND_FILTERS.find(one => one === raw.kind)
  return { ...(status && { status }), ...(kind && { kind }), ...text('q', raw.q) }
}

export function runSearch(raw: Record<string, unknown>): RunSearch {
  const line = typeof raw.line === 'string' && /^\d+(?:-\d+)?$/.test(raw.line) ? raw.line : undefined
  return {
    ...(line && { line }),
    ...text('q', raw.q),
    ...text('level', raw.level),
    ...text('view', raw.view),
    ...(raw.wrap === 'on' && { wrap: 'on' as const }),
  }
}

export function compareSearch(raw: Record<string, unknown>): CompareSearch {
  return { ...text('a', raw.a), ...text('b', raw.b) }
}

function text<K extends string>(key: K, value: unknown): { [P in K]?: string } {
  return (typeof value === 'string' && value !== '' ? { [key]: value } : {}) as { [P in K]?: string }
}
