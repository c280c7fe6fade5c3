import type { Run, RunKind, RunStatus } from '../api/types.ts'
import type { Tone } from '../parts/Badge.tsx'
import type { IconName } from '../parts/Icon.tsx'

export interface StatusLook {
  readonly word: string
  readonly tone: Tone
  readonly icon: IconName
}

/** How each status of a run looks and is called, everywhere. */
export const STATUS: Readonly<Record<RunStatus, StatusLook>> = {
  queued: { word: 'Queued', tone: 'plain', icon: 'clock' },
  running: { word: 'Running', tone: 'sky', icon: 'play' },
  waiting: { word: 'Waiting', tone: 'amber', icon: 'clock' },
  succeeded: { word: 'Succeeded', tone: 'sprout', icon: 'check' },
  failed: { word: 'Failed', tone: 'rust', icon: 'cross' },
  timed_out: { word: 'Timed out', tone: 'amber', icon: 'clock' },
  cancelled: { word: 'Cancelled', tone: 'plain', icon: 'stop' },
  stopped: { word: 'Stopped', tone: 'plain', icon: 'stop' },
  paused: { word: 'Paused', tone: 'amber', icon: 'clock' },
  interrupted: { word: 'Interrupted', tone: 'clay', icon: 'warning' },
}

export const KIND: Readonly<Record<RunKind, string>> = {
  exec: 'Command',
  gate: 'Gate',
  tool: 'Tool',
  agent: 'Agent',
  index: 'Index',
}

export function lookOf(status: string): StatusLook {
  return STATUS[status as RunStatus] ?? { word: status, tone: 'plain', icon: 'info' }
}

export function isOver(run: Pick<Run, 'status'>): boolean {
  return run.status !== 'queued' && run.status !== 'running' && run.status !== 'waiting'
}

/** What to say when a run moved from a status to this one; a run that was never seen going says nothing. */
export function news(before: RunStatus | undefined, run: Run): { tone: Tone; text: string } | undefined {
  if (before === undefined || before === run.status || isOver({ status: before }) || !isOver(run)) return undefined
  const { tone, word } = lookOf(run.status)
  return { tone, text: `${word}: ${run.label}` }
}

/** `exit 1`, `SIGKILL`; nothing while it runs or when all went well. */
export function endOf(run: Run): string | undefined {
  if (run.signal !== undefined) return run.signal
  return run.exit_code !== undefined && run.exit_code !== 0 ? `exit ${run.exit_code}` : undefined
}
