import type { Caller } from '../admit/credentials.ts'
import type { HttpWire } from './reply.ts'

/** One request that has passed every check of its route. */
export interface HttpExchange extends HttpWire {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly caller: Caller
  /** The parsed JSON body; an empty object where there is none. */
  readonly body: unknown
}

/** The path as it was sent, without the query: nothing is decoded or tidied before a route is chosen. */
export function requestPath(target: string): string {
  return target.split('?', 1)[0] ?? ''
}

export function requestQuery(target: string): URLSearchParams {
  const at = target.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : target.slice(at + 1))
}

/** A path that could mean another one: dot segments in any spelling, backslashes, broken or NUL escapes. */
export function isOddPath(path: string): boolean {
  if (path.includes('\\')) return true
  return path.split('/').some(segment => {
    const text = decoded(segment)
    return text === undefined || text === '.' || text === '..' || text.includes('\0')
  })
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
