import type { RunDetail } from '../../api/types.ts'
import type { LogLine } from '../log/model/log-lines.ts'

/** How far a run was at a moment. */
export interface ProgressMark {
  readonly t: number
  readonly percent: number
}

/** The last word of a run about how far it is, and since when it only went forward. */
export interface RunProgress {
  readonly message: string
  readonly percent?: number
  /** When it said so. */
  readonly t: number
  readonly line: number
  readonly since?: ProgressMark
}

/** Only tools say how far they are, and only while they run. */
export function showsProgress({ kind, status }: Pick<RunDetail, 'kind' | 'status'>): boolean {
  return kind === 'tool' && status === 'running'
}

/** Of a line, what progress is read from. */
type ProgressLine = Pick<LogLine, 'n' | 't'> & { readonly event?: LogLine['event'] | undefined }

/** What lines say about progress, after what was known before; lines that were seen already change nothing. */
export function progressAfter(known: RunProgress | undefined, lines: readonly ProgressLine[]): RunProgress | undefined {
  return lines.reduce(step, known)
}

function step(known: RunProgress | undefined, { n, t, event }: ProgressLine): RunProgress | undefined {
  if (event?.type !== 'progress' || n <= (known?.line ?? 0)) return known
  const { message, percent } = event
  if (percent === undefined) return { ...known, message, t, line: n }
  const isOnward = known?.since !== undefined && percent >= (known.percent ?? 0)
  return { message, percent, t, line: n, since: isOnward && known.since ? known.since : { t, percent } }
}

/** Nothing can be told from less. */
const LEAST_MS = 2_000
const LEAST_PERCENT = 3

/** How long it will still take at the pace so far, in milliseconds; nothing while that would be a guess. */
export function remaining({ percent, since, t }: RunProgress, now: number): number | undefined {
  if (percent === undefined || since === undefined || percent >= 100) return undefined
  const [passed, done] = [t - since.t, percent - since.percent]
  if (passed < LEAST_MS || done < LEAST_PERCENT) return undefined
  return Math.max(0, ((100 - percent) / done) * passed - (now - t))
}

/** `12 s left`, `about 4 min left` */
export function leftText(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  if (seconds <= 90) return `about ${Math.max(1, seconds)} s left`
  const minutes = Math.round(seconds / 60)
  return minutes <= 90 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`
}
