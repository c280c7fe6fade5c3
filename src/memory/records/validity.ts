import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Observation } from '../port.ts'
import { displayTime } from '../view-record.ts'

interface ValidityInput {
  readonly valid_from?: string | undefined
  readonly valid_until?: string | undefined
}

/** When what a record says holds, or why that cannot be. */
export function validityOf(given: ValidityInput) {
  const [valid_from, valid_until] = [displayTime(given.valid_from), displayTime(given.valid_until)]
  return refusePeriod(valid_from, valid_until) ?? { valid_from, valid_until }
}

export function refusePeriod(from: number | undefined, until: number | undefined) {
  if (from === undefined || until === undefined || from < until) return undefined
  return refuse('usage', 'valid_until must be later than valid_from; nothing was saved.', {
    target: 'valid_until',
    fix: shell`furrow memory save --help`,
  })
}

type Period = Pick<Observation, 'valid_from' | 'valid_until'>

/** Two records that never hold at the same time cannot contradict each other. */
export function holdTogether(one: Period, other: Period): boolean {
  const begins = Math.max(one.valid_from ?? -Infinity, other.valid_from ?? -Infinity)
  const ends = Math.min(one.valid_until ?? Infinity, other.valid_until ?? Infinity)
  return begins < ends
}
