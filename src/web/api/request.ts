import { readProblem, unreachable } from './problem.ts'
import { session, signedOut } from './session.ts'

/** Every request to `/api` carries the session's header value; the cookie alone is not enough. */
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const current = session.get()
  const headers = new Headers(init.headers)
  if (current.kind === 'in') headers.set('x-furrow-session', current.header)
  const response = await reach(path, { ...init, headers })
  if (response.ok && !isProblem(response)) return response
  const problem = await readProblem(response)
  if (response.status === 401 && session.get() === current)
    signedOut(current.kind === 'in' ? problem.message : undefined)
  throw problem
}

/** A refusal is one whatever its status: a proxy may change that, and older servers did not set it. */
function isProblem({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/problem+json') === true
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw unreachable(error)
  }
}
