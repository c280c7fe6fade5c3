import type { RememberedFile } from '../change-ports.ts'
import { type AdrHead, isSameAdrTitle } from './document.ts'

/** How a decision is named: by its number, by its record in memory, or by its title. */
export type AdrName =
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'memory'; readonly memory: number }
  | { readonly kind: 'title'; readonly title: string }

/** `ADR-007`, `adr-7` and `7` are one number, `#12` is a record in memory, all else is a title. */
export function readAdrName(text: string): AdrName {
  const memory = /^#(\d{1,9})$/.exec(text.trim())?.[1]
  if (memory !== undefined) return { kind: 'memory', memory: Number(memory) }
  const number = /^(?:adr[-_ ]?)?(\d{1,6})$/i.exec(text.trim())?.[1]
  if (number !== undefined) return { kind: 'number', number: Number(number) }
  return { kind: 'title', title: text.replace(/\s+/g, ' ').trim() }
}

export interface RememberedAdr {
  readonly id: number
  readonly title: string
  readonly content: string
  readonly topic_key: string
  readonly files?: readonly RememberedFile[]
}

/** The file that a name means; a record in memory is meant by its title too. */
export function headNamed<Head extends AdrHead>(
  heads: readonly Head[],
  name: AdrName,
  records: readonly RememberedAdr[] = [],
): Head | undefined {
  if (name.kind === 'number') return heads.find(({ id }) => Number(id.slice(4)) === name.number)
  const title = name.kind === 'title' ? name.title : recordNamed(records, name)?.title
  const named = title === undefined ? [] : heads.filter(head => isSameAdrTitle(head.title, title))
  return named.find(({ foreign }) => foreign === undefined) ?? named[0]
}

export function recordNamed(records: readonly RememberedAdr[], name: AdrName): RememberedAdr | undefined {
  if (name.kind === 'number') return undefined
  return records.find(({ id, title }) =>
    name.kind === 'memory' ? id === name.memory : isSameAdrTitle(title, name.title),
  )
}

export function spellName(name: AdrName): string {
  switch (name.kind) {
    case 'number':
      return `ADR-${String(name.number).padStart(3, '0')}`
    case 'memory':
      return `#${name.memory}`
    case 'title':
      return `"${name.title}"`
  }
}
