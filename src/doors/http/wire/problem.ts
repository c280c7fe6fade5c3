import { randomBytes } from 'node:crypto'
import { codes, type Failure, isRefused, toFailure } from '../../../operation/errors.ts'
import { shell } from '../../../shared/shell/shell.ts'
import type { HttpAnswer } from './reply.ts'

/** An error as HTTP shows it (RFC 9457): the failure that every door shows, with a type, a title and the status. */
export function problem(failure: Failure, headers: Readonly<Record<string, string>> = {}, status?: number): HttpAnswer {
  const shown = status ?? codes[failure.code].http
  return {
    status: shown,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
    body: JSON.stringify({
      type: `urn:furrow:problem:${failure.code}`,
      title: titleOf(failure.code),
      status: shown,
      ...failure,
      ...lacking(failure),
    }),
  }
}

/** Whatever was thrown: a refusal as it is; a bug under a number that the server's own log explains. */
export function httpProblemOf(error: unknown, log: (line: string) => void): HttpAnswer {
  if (isRefused(error)) return problem(toFailure(error))
  const id = randomBytes(6).toString('hex')
  log(`error ${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return problem({
    code: 'internal',
    message: `Furrow made a mistake; its log explains it under ${id}.`,
    fix: shell`furrow doctor`,
    details: { id },
  })
}

function titleOf(code: string): string {
  const words = code.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** What a tool lacks stands at the top, where scripts and agents look for it. */
function lacking({ details = {} }: Failure): Record<string, unknown> {
  const names = ['missing_secrets', 'missing_grants'].filter(name => details[name] !== undefined)
  return Object.fromEntries(names.map(name => [name, details[name]]))
}
