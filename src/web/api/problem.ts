import type { Code, Failure } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'

/** What the server says when it refuses, or `unreachable` when it says nothing. */
export interface ProblemBody extends Omit<Failure, 'code'> {
  readonly code: Code | 'unreachable'
}

export class Problem extends Error {
  readonly body: ProblemBody

  constructor(body: ProblemBody, options?: { cause?: unknown }) {
    super(body.message, options)
    this.name = 'Problem'
    this.body = body
  }
}

export function unreachable(cause: unknown): Problem {
  const body: ProblemBody = {
    code: 'unreachable',
    message: 'The Furrow server does not answer.',
    fix: shell`furrow serve`,
  }
  return new Problem(body, { cause })
}

/** Anything that was thrown, as something that can be shown. */
export function problemFor(error: unknown): ProblemBody {
  if (error instanceof Problem) return error.body
  return { code: 'internal', message: error instanceof Error ? error.message : String(error) }
}

/** The body of an answer that is not OK; a proxy or a crash may send anything. */
export async function readProblem(response: Response): Promise<Problem> {
  const text = await response.text()
  const parsed = parse(text)
  if (typeof parsed?.code === 'string' && typeof parsed.message === 'string') return new Problem(parsed as ProblemBody)
  const code = response.status === 401 ? 'unauthenticated' : 'internal'
  return new Problem({ code, message: `The server answered ${response.status} ${response.statusText}`.trim() })
}

function parse(text: string): Partial<ProblemBody> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
