import { slug } from '../../operation/names/naming.ts'
import { sectionsOfMarkdown } from '../../store/documents/markdown/markdown.ts'
import { contentHash } from '../../workspace/trust/subjects.ts'

/** An architecture decision record as text, and back from text. */
export const ADR_STATUSES = ['proposed', 'accepted', 'deprecated', 'superseded'] as const
export type AdrStatus = (typeof ADR_STATUSES)[number]

export interface Adr {
  /** Only a decision that lies in a file has a number. */
  readonly id?: string | undefined
  readonly title: string
  readonly status: AdrStatus
  readonly context: string
  readonly decision: string
  readonly rationale: string
  readonly alternatives_rejected?: string | undefined
  readonly change_id?: string | undefined
  readonly supersedes?: string | undefined
  readonly superseded_by?: string | undefined
  readonly created_at: string
  /** Sections that somebody added to the file by hand. */
  readonly more?: string | undefined
}

const SECTIONS = {
  context: 'Context',
  decision: 'Decision',
  rationale: 'Rationale',
  alternatives_rejected: 'Alternatives Rejected',
} as const

export function printAdr(adr: Adr): string {
  const facts: [string, string | undefined][] = [
    ['Status', adr.status],
    ['Change', adr.change_id],
    ['Supersedes', adr.supersedes],
    ['Superseded by', adr.superseded_by],
    ['Created', adr.created_at],
  ]
  const parts = Object.entries(SECTIONS).map(([field, name]) => [name, adr[field as keyof typeof SECTIONS]] as const)
  return [
    adr.id === undefined ? `# ${adr.title}` : `# ${adr.id}: ${adr.title}`,
    '',
    ...facts.flatMap(([name, value]) => (value === undefined ? [] : [`- **${name}:** ${value}`])),
    ...parts.flatMap(([name, value]) => (value === undefined ? [] : ['', `## ${name}`, '', value.trim()])),
    ...(adr.more === undefined ? [] : ['', adr.more.trim()]),
    '',
  ].join('\n')
}

/** The texts of an earlier version: what an update does not name stays as it is, sections of somebody else too. */
export function adrTextsIn(text: string): Partial<Pick<Adr, keyof typeof SECTIONS | 'more'>> {
  const headings = sectionsOfMarkdown(text).filter(({ level }) => level === 2)
  const own = Object.entries(SECTIONS).flatMap(([field, name]) => {
    const heading = headings.find(({ title }) => title === name)
    return heading === undefined ? [] : [{ field, heading }]
  })
  const last = own.at(-1)?.heading.start ?? 0
  // A heading inside of a text belongs to it; only what follows the last of ours was added by somebody else.
  const more = headings.find(({ start }) => start > last)?.start ?? text.length
  const texts = own.map(({ field, heading }, index) => {
    const end = own[index + 1]?.heading.start ?? more
    return [field, text.slice(heading.bodyStart, end).trim()] as const
  })
  return { ...Object.fromEntries(texts), ...(more < text.length && { more: text.slice(more) }) }
}

export interface AdrHead {
  readonly id: string
  readonly title: string
  readonly path: string
  readonly status: string
  /** The decision that replaced it, where its own file does not say so. */
  readonly superseded_by?: string
  /** Written in a form of its own; it is read and counted, and never rewritten. */
  readonly foreign?: true
}

export function adrHeadOf(path: string, text: string): AdrHead | undefined {
  const [, id, title] = /^# (ADR-\d+): (.+)$/m.exec(text) ?? []
  if (id !== undefined && title !== undefined) return { id, title: title.trim(), path, status: statusIn(text) }
  return foreignHead(path, text)
}

/** The title of a text of ours, numbered or not. */
export function titleIn(text: string): string {
  return /^# (?:ADR-\d+: )?(.+)$/m.exec(text)?.[1]?.trim() ?? ''
}

/** `0007-use-one-port.md`, `adr-7.md`: the number is in the file's name, the title in its first heading. */
function foreignHead(path: string, text: string): AdrHead | undefined {
  const number = numberIn(path.slice(path.lastIndexOf('/') + 1))
  const title = /^# +(?:ADR[- ]?)?(?:\d+[.:)]? *)?(.+)$/im.exec(text)?.[1]?.trim()
  if (number === undefined || title === undefined) return undefined
  return { id: idOf(number), title, path, status: statusIn(text), foreign: true }
}

export function statusIn(text: string): string {
  const said =
    /^- \*\*Status:\*\* (.+)$/m.exec(text) ?? /^#+ Status\s+(\w+)/im.exec(text) ?? /^status: *(\w+)/im.exec(text)
  return said?.[1]?.trim().toLowerCase() ?? 'unknown'
}

function numberIn(name: string): number | undefined {
  const digits = /^(?:adr[-_]?)?(\d{1,6})(?=[-_. ].*\.md$|\.md$)/i.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function idOf(number: number): string {
  return `ADR-${String(number).padStart(3, '0')}`
}

/** Marks an older decision as replaced; everything else in its file stays. */
export function markSuperseded(text: string, by: string): string {
  const marked = text.replace(/^- \*\*Status:\*\* .*$/m, '- **Status:** superseded')
  const line = `- **Superseded by:** ${by}`
  if (/^- \*\*Superseded by:\*\* .*$/m.test(marked)) return marked.replace(/^- \*\*Superseded by:\*\* .*$/m, line)
  return marked.replace(/^(- \*\*Status:\*\* .*)$/m, `$1\n${line}`)
}

/** The same text without a link that does not hold any more. */
export function dropLink(text: string, link: 'Supersedes' | 'Superseded by', name: string): string {
  return text.replace(`- **${link}:** ${name}\n`, '')
}

/** The same text, which names a decision by its new number. */
export function renameLink(
  text: string,
  link: 'Supersedes' | 'Superseded by',
  { from, to }: { from: string; to: string },
): string {
  return text.replace(`- **${link}:** ${from}\n`, `- **${link}:** ${to}\n`)
}

export function createdAt(text: string): string | undefined {
  return /^- \*\*Created:\*\* (.+)$/m.exec(text)?.[1]?.trim()
}

/** What an earlier text says of the decision's place among the others; a new text of it keeps that. */
export function adrLinksIn(text: string): Pick<Adr, 'change_id' | 'supersedes' | 'superseded_by'> {
  const fact = (name: string) => new RegExp(`^- \\*\\*${name}:\\*\\* (.+)$`, 'm').exec(text)?.[1]?.trim()
  return { change_id: fact('Change'), supersedes: fact('Supersedes'), superseded_by: fact('Superseded by') }
}

/** Two spellings of one title, which memory would keep under one key: capitals and punctuation make no other decision. */
export function isSameAdrTitle(one: string, other: string): boolean {
  return adrTitleKey(one) === adrTitleKey(other)
}

/** The title in a topic key. Where a slug would lose something (`C++`, other scripts), a hash keeps titles apart. */
export function adrTitleKey(title: string): string {
  const plain = plainTitle(title).normalize('NFKD').replace(/\p{M}/gu, '')
  const short = slug(title, { fallback: 'decision' })
  if (plain.length <= 60 && /^[a-z0-9][a-z0-9 _.,:;!?'"()/-]*$/.test(plain)) return short
  return `${short.slice(0, 50).replace(/-+$/, '')}-${contentHash(plainTitle(title)).slice(0, 8)}`
}

function plainTitle(title: string): string {
  return title.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** Counted by heads and by file names, so that a file whose heading was edited keeps its number too. */
export function nextAdrNumber(heads: readonly AdrHead[], names: readonly string[] = []): string {
  const taken = [...heads.map(({ id }) => Number(id.slice(4))), ...names.flatMap(name => numberIn(name) ?? [])]
  return idOf(taken.reduce((most, number) => Math.max(most, number), 0) + 1)
}
