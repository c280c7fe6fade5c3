import * as fc from 'fast-check'
import { CHANGE_TYPES } from '../../src/changes/flows.ts'

/** What somebody may try; `pick` chooses among the changes that exist, `stage` among the stages of the flow. */
export type Try =
  | { readonly kind: 'start'; readonly type: string; readonly size: string }
  | { readonly kind: 'advance'; readonly empty: boolean }
  | { readonly kind: 'check' }
  | { readonly kind: 'cancel' | 'archive' | 'pause' | 'switch'; readonly pick: number }
  | { readonly kind: 'reopen'; readonly pick: number; readonly stage: number | undefined }
  | { readonly kind: 'undo'; readonly pick: number }

const pick = fc.nat(1000)
const one = fc.oneof(
  { weight: 4, arbitrary: start() },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('advance' as const), empty: fc.nat(9).map(n => n === 0) }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'check' as const }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('cancel', 'archive', 'pause', 'pause', 'switch'), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('reopen' as const),
      pick,
      stage: fc.option(fc.nat(7), { nil: undefined }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), pick }) },
)

export const histories = (longest: number): fc.Arbitrary<Try[]> =>
  fc.array(one as fc.Arbitrary<Try>, { minLength: 1, maxLength: longest, size: 'max' })

function start() {
  return fc.record({
    kind: fc.constant('start' as const),
    type: fc.constantFrom(...CHANGE_TYPES),
    // The short flow most of the time, so that histories reach the end of it.
    size: fc.constantFrom('small', 'small', 'small', 'medium', 'large'),
  })
}

export interface Entry {
  readonly status: 'active' | 'paused' | 'completed' | 'cancelled' | 'archived'
  readonly at: number
  readonly flow: readonly string[]
  readonly checked: boolean
  /** Told apart from every other state that ever was. */
  readonly version: number
}

type Entries = ReadonlyMap<string, Entry>

/** The pipeline in thirty lines: what is allowed, and what comes of it. Written apart from the product's own rules. */
export class ChangeModel {
  entries: Entries = new Map()
  readonly done: { before: Entries; after: Entries; touched: string[]; undone: boolean }[] = []
  #versions = 0

  get active(): string | undefined {
    return [...this.entries].find(([, { status }]) => status === 'active')?.[0]
  }

  nth(pick: number): string | undefined {
    const ids = [...this.entries.keys()].sort()
    return ids[pick % Math.max(1, ids.length)]
  }

  /** The changes that a try touches, as they are afterwards; nothing when it is refused. */
  after(
    attempt: Exclude<Try, { kind: 'start' | 'undo' }>,
    target: string | undefined,
  ): Record<string, Entry> | undefined {
    const active = this.active
    const id = attempt.kind === 'advance' || attempt.kind === 'check' ? active : target
    const entry = id === undefined ? undefined : this.entries.get(id)
    if (id === undefined || entry === undefined) return undefined
    const open = entry.status === 'active' || entry.status === 'paused'
    const over = entry.status === 'completed' || entry.status === 'cancelled'
    switch (attempt.kind) {
      case 'check':
        return { [id]: { ...entry, checked: true } }
      case 'advance': {
        if (attempt.empty || (entry.at === 1 && !entry.checked)) return undefined
        const last = entry.at === entry.flow.length - 1
        const at = last ? entry.at : entry.at + 1
        // The first stage brings the context check along.
        return { [id]: { ...entry, at, status: last ? 'completed' : 'active', checked: entry.checked || at === 1 } }
      }
      case 'cancel':
        return open ? { [id]: { ...entry, status: 'cancelled' } } : undefined
      case 'archive':
        return over ? { [id]: { ...entry, status: 'archived' } } : undefined
      case 'pause':
        return entry.status === 'active' ? { [id]: { ...entry, status: 'paused' } } : undefined
      case 'switch': {
        if (entry.status !== 'paused') return undefined
        const other = active === undefined ? undefined : this.entries.get(active)
        const paused =
          active === undefined || other === undefined ? {} : { [active]: { ...other, status: 'paused' as const } }
        return { ...paused, [id]: { ...entry, status: 'active' } }
      }
      case 'reopen': {
        if (entry.status === 'archived' || (active !== undefined && active !== id)) return undefined
        const furthest = entry.status === 'completed' ? entry.flow.length - 1 : entry.at
        const at = attempt.stage ?? (entry.status === 'completed' ? entry.flow.length - 1 : Math.max(0, entry.at - 1))
        return at > furthest
          ? undefined
          : { [id]: { ...entry, at, status: 'active', checked: entry.checked && at > 1 } }
      }
    }
  }

  commit(touched: Record<string, Omit<Entry, 'version'>>): void {
    const before = this.entries
    const versioned = Object.entries(touched).map(
      ([id, entry]) => [id, { ...entry, version: ++this.#versions }] as const,
    )
    this.entries = new Map([...before, ...versioned])
    this.done.push({ before, after: this.entries, touched: Object.keys(touched), undone: false })
  }

  /** Whether the operation can be taken back, and if so it is. */
  undo(index: number): boolean {
    const entry = this.done[index]
    if (entry === undefined || entry.undone) return false
    const same = entry.touched.every(id => this.entries.get(id)?.version === entry.after.get(id)?.version)
    if (!same) return false
    const next = new Map(this.entries)
    for (const id of entry.touched) {
      const before = entry.before.get(id)
      if (before === undefined) next.delete(id)
      else next.set(id, before)
    }
    if ([...next.values()].filter(({ status }) => status === 'active').length > 1) return false
    this.entries = next
    entry.undone = true
    return true
  }
}
