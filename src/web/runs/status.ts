import type { RunKind, RunStatus } from '../../runs/model.ts'
import type { RunDetail } from '../api/types.ts'
import type { Tone } from '../parts/text/Badge.tsx'
import type { IconName } from '../parts/text/Icon.tsx'

export interface RunStatusLabel {
  readonly word: string
  readonly tone: Tone
  readonly icon: IconName
}

/** How each status of a run looks and is called, everywhere. */
export const RUN_STATUS_LABELS: Readonly<Record<RunStatus, RunStatusLabel>> = {
  queued: { word: 'Queued', tone: 'plain', icon: 'clock' },
  running: { word: 'Running', tone: 'sky', icon: 'play' },
  waiting: { word: 'Waiting', tone: 'amber', icon: 'clock' },
  succeeded: { word: 'Succeeded', tone: 'sprout', icon: 'check' },
  failed: { word: 'Failed', tone: 'rust', icon: 'cross' },
  timed_out: { word: 'Timed out', tone: 'amber', icon: 'clock' },
  cancelled: { word: 'Cancelled', tone: 'plain', icon: 'stop' },
  stopped: { word: 'Stopped', tone: 'plain', icon: 'stop' },
  over_budget: { word: 'Over budget', tone: 'amber', icon: 'warning' },
  paused: { word: 'Paused', tone: 'amber', icon: 'clock' },
  interrupted: { word: 'Interrupted', tone: 'clay', icon: 'warning' },
}

export const RUN_KIND_LABELS: Readonly<Record<RunKind, string>> = {
  exec: 'Command',
  gate: 'Gate',
  tool: 'Tool',
  agent: 'Agent',
  index: 'Index',
}

export function statusLabelOf(status: string): RunStatusLabel {
  return RUN_STATUS_LABELS[status as RunStatus] ?? { word: status, tone: 'plain', icon: 'info' }
}

export function hasEnded(run: Pick<RunDetail, 'status'>): boolean {
  return run.status !== 'queued' && run.status !== 'running' && run.status !== 'waiting'
}

/** What to say when a run moved from a status to this one; a run that was never seen going says nothing. */
export function statusMessage(before: RunStatus | undefined, run: RunDetail): { tone: Tone; text: string } | undefined {
  if (before === undefined || before === run.status || hasEnded({ status: before }) || !hasEnded(run)) return undefined
  const { tone, word } = statusLabelOf(run.status)
  return { tone, text: `${word}: ${run.label}` }
}

/** Somebody ended it, which is no failure. */
export function wasEnded({ status }: Pick<RunDetail, 'status'>): boolean {
  return status === 'cancelled' || status === 'stopped'
}

/** `exit 1`, `SIGKILL`; nothing while it runs, when all went well, or when somebody ended it. */
export function endMessage(run: RunDetail): string | undefined {
  if (wasEnded(run)) return undefined
  if (run.signal !== undefined) return run.signal
  return run.exit_code !== undefined && run.exit_code !== 0 ? `exit ${run.exit_code}` : undefined
}
