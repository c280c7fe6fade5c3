import type { Progress } from '../operation/capabilities.ts'

/** Long computing on plain data, known by its name to whoever carries it out: `app/worker/jobs.ts` is the table. */
export interface Job<I, O> {
  readonly name: string
  readonly shape?: (input: I) => O
}

export function job<I, O>(name: string): Job<I, O> {
  return { name }
}

export interface JobControl {
  readonly signal: AbortSignal
  readonly progress: (progress: Progress) => void
}

/** Has a job done outside this thread. */
export type RunInWorker = <I, O>(job: Job<I, O>, input: I, watching: JobControl) => Promise<O>

/** What the code of a job gets besides its input. */
export interface JobContext extends JobControl {
  /** What is opened once and serves later jobs too. */
  readonly keep: <T>(key: string, make: () => T) => T
}

export type JobHandler<I, O> = (input: I, doing: JobContext) => Promise<O>
