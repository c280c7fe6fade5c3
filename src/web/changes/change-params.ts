import type { ChangeStatus } from './change-types.ts'

/** The state of the board that its address holds. */
export interface ChangesSearch {
  readonly q?: string
  readonly status?: ChangeStatus
  readonly type?: string
  readonly size?: string
  readonly by?: 'stage'
  readonly history?: 'on'
  /** The dialog that starts a change is open. */
  readonly start?: 'on'
}

/** The state of a change's page that its address holds. */
export interface ChangeSearch {
  readonly stage?: string
  readonly adr?: string
}

export const CHANGE_STATUS_FILTERS = ['active', 'paused', 'completed', 'cancelled', 'archived'] as const
const NAME = /^[a-z][a-z-]{0,40}$/

export function changesSearch(raw: Record<string, unknown>): ChangesSearch {
  const status = CHANGE_STATUS_FILTERS.find(one => one === raw.status)
  return {
    ...(typeof raw.q === 'string' && raw.q !== '' && { q: raw.q.slice(0, 200) }),
    ...(status && { status }),
    ...named('type', raw.type, NAME),
    ...named('size', raw.size, NAME),
    ...(raw.by === 'stage' && { by: 'stage' as const }),
    ...(raw.history === 'on' && { history: 'on' as const }),
    ...(raw.start === 'on' && { start: 'on' as const }),
  }
}

export function changeSearch(raw: Record<string, unknown>): ChangeSearch {
  return { ...named('stage', raw.stage, NAME), ...named('adr', raw.adr, /^ADR-\d{1,6}$/) }
}

function named<K extends string>(key: K, value: unknown, form: RegExp): { [P in K]?: string } {
  return (typeof value === 'string' && form.test(value) ? { [key]: value } : {}) as { [P in K]?: string }
}
