import type { ShellText } from '../shared/shell/shell.ts'

/**
 * The closed table of error codes. Every door derives its answer from it: the CLI its exit code, HTTP its status,
 * MCP an `isError` result that carries the same body.
 */
export const codes = {
  /** Something that Furrow called, such as git, a forge or a tool, did not do its part. */
  failed: { exit: 1, http: 502 },
  internal: { exit: 1, http: 500 },
  disk_full: { exit: 1, http: 507 },
  io_error: { exit: 1, http: 503 },
  busy: { exit: 1, http: 503 },
  memory_unavailable: { exit: 1, http: 503 },
  cancelled: { exit: 1, http: 409 },
  rate_limited: { exit: 1, http: 429 },
  usage: { exit: 2, http: 400 },
  too_large: { exit: 2, http: 413 },
  unsupported_type: { exit: 2, http: 415 },
  method_not_allowed: { exit: 2, http: 405 },
  not_found: { exit: 3, http: 404 },
  blocked: { exit: 4, http: 409 },
  conflict: { exit: 5, http: 409 },
  stale_revision: { exit: 5, http: 412 },
  invalid_state: { exit: 6, http: 422 },
  damaged: { exit: 6, http: 422 },
  newer_schema: { exit: 6, http: 422 },
  unsupported: { exit: 6, http: 422 },
  untrusted: { exit: 7, http: 422 },
  missing_secrets: { exit: 7, http: 422 },
  missing_grants: { exit: 7, http: 422 },
  /** A budget of agents is used up. */
  over_budget: { exit: 9, http: 422 },
  needs_person: { exit: 8, http: 403 },
  unauthenticated: { exit: 8, http: 401 },
  forbidden: { exit: 8, http: 403 },
  wrong_host: { exit: 8, http: 421 },
} as const satisfies Record<string, { exit: number; http: number }>

export type Code = keyof typeof codes

/** One reason why a guard or gate says no: what, which ids are at fault, and the command that mends it. */
export interface Reason {
  readonly code: string
  readonly message: string
  readonly ids?: readonly string[]
  readonly fix?: ShellText
}

/** What every door shows of a failure. */
export interface Failure {
  readonly code: Code
  readonly message: string
  readonly target?: string
  readonly fix?: ShellText
  readonly details?: Readonly<Record<string, unknown>>
}

/**
 * An expected failure. It may be returned as a value or thrown from deep inside; the app treats both alike.
 * Bundles duplicate classes, so it is known by its `code`, never by `instanceof`.
 */
export class Refused extends Error implements Failure {
  readonly code: Code
  readonly target?: string
  readonly fix?: ShellText
  readonly details?: Readonly<Record<string, unknown>>

  constructor(failure: Failure, options?: { cause?: unknown }) {
    super(failure.message, options)
    this.name = 'Refused'
    this.code = failure.code
    if (failure.target !== undefined) this.target = failure.target
    if (failure.fix !== undefined) this.fix = failure.fix
    if (failure.details !== undefined) this.details = failure.details
  }
}

/** `refuse('not_found', 'There is no change fix-login.', { fix: 'furrow change list' })` */
export function refuse(
  code: Code,
  message: string,
  more: Omit<Failure, 'code' | 'message'> & { cause?: unknown } = {},
): Refused {
  const { cause, ...rest } = more
  return new Refused({ code, message, ...rest }, cause === undefined ? undefined : { cause })
}

/** A guard said no. The first reason speaks for all; every one is in `details.reasons`. */
export function blocked(reasons: readonly Reason[]): Refused {
  const [first] = reasons
  return refuse('blocked', first?.message ?? 'A guard refused this.', {
    ...(first?.ids?.[0] !== undefined && { target: first.ids[0] }),
    ...(first?.fix !== undefined && { fix: first.fix }),
    details: { reasons },
  })
}

export function isRefused(value: unknown): value is Refused {
  return value instanceof Error && value.name === 'Refused' && 'code' in value && (value.code as string) in codes
}

/** A failure that came as a value, on its way further up. */
export function toRefused(failure: Failure): Refused {
  return new Refused(failure)
}

export function toFailure(refused: Refused): Failure {
  const { code, message, target, fix, details } = refused
  return {
    code,
    message,
    ...(target !== undefined && { target }),
    ...(fix !== undefined && { fix }),
    ...(details !== undefined && { details }),
  }
}

const PREDICATE = /^(?:is|may|must|fits|starts|ends|holds|has|names|repeats|needs|cannot)\b/

/** What is wrong with a field, as a sentence about it: `id is empty`, `size: expected a number`. */
export function aboutField(field: string, message: string): string {
  if (field === '') return message
  return PREDICATE.test(message) ? `${field} ${message}` : `${field}: ${message}`
}
