import type { Failure } from './errors.ts'

/** What a door gets back from a call: the value and its markdown, or the failure. Bugs throw instead. */
export type Outcome<Value = unknown> =
  | { readonly ok: true; readonly value: Value; readonly text: () => string; readonly presented?: PresentedOutcome }
  | { readonly ok: false; readonly error: Failure }

export interface PresentedOutcome {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}
