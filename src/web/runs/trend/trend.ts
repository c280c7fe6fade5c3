import type { RunStatus } from '../../../runs/model.ts'

/** One run of a tool or a gate that has ended. */
export interface RunSample {
  readonly id: string
  readonly status: RunStatus
  readonly at: string
  readonly ms: number
}

interface Figures {
  readonly runs: number
  /** Runs that say something about the tool: a cancelled one does not. */
  readonly judged: number
  readonly succeeded: number
  /** Of the runs that succeeded, or of all when none did. */
  readonly median: number
  readonly slowest: number
}

const JUDGED: ReadonlySet<RunStatus> = new Set(['succeeded', 'failed', 'timed_out'])

export function figuresOf(samples: readonly RunSample[]): Figures {
  const succeeded = samples.filter(({ status }) => status === 'succeeded')
  const times = (succeeded.length > 0 ? succeeded : samples).map(({ ms }) => ms).sort((a, b) => a - b)
  return {
    runs: samples.length,
    judged: samples.filter(({ status }) => JUDGED.has(status)).length,
    succeeded: succeeded.length,
    median: times[Math.floor((times.length - 1) / 2)] ?? 0,
    slowest: times.at(-1) ?? 0,
  }
}

/** `83%`; nothing while no run says anything. */
export function rateOf({ judged, succeeded }: Figures): string | undefined {
  return judged === 0 ? undefined : `${Math.floor((succeeded / judged) * 100)}%`
}

interface Day extends Figures {
  readonly day: string
}

/** The figures of each day that had a run, the newest first. */
export function daysOf(samples: readonly RunSample[], dayOf: (at: string) => string): Day[] {
  const days = new Map<string, RunSample[]>()
  for (const sample of newestFirst(samples)) {
    const day = dayOf(sample.at)
    const those = days.get(day)
    if (those === undefined) days.set(day, [sample])
    else those.push(sample)
  }
  return [...days].map(([day, those]) => ({ day, ...figuresOf(those) }))
}

export interface Bar {
  readonly id: string
  readonly status: RunStatus
  /** From 0 to 1 of the slowest run. */
  readonly height: number
}

/** One bar per run, the oldest first; a quick one can still be seen. */
export function barsOf(samples: readonly RunSample[]): Bar[] {
  const most = Math.max(1, ...samples.map(({ ms }) => ms))
  const oldestFirst = newestFirst(samples).reverse()
  return oldestFirst.map(({ id, status, ms }) => ({ id, status, height: Math.max(LOWEST, ms / most) }))
}

const LOWEST = 0.06

function newestFirst(samples: readonly RunSample[]): RunSample[] {
  return [...samples].sort((a, b) => (a.at < b.at ? 1 : -1))
}
