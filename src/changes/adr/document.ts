/** An architecture decision record as text, and back from text. */
export const ADR_STATUSES = ['proposed', 'accepted', 'deprecated', 'superseded'] as const
export type AdrStatus = (typeof ADR_STATUSES)[number]

export interface Adr {
  readonly id: string
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
}

export function printAdr(adr: Adr): string {
  const facts: [string, string | undefined][] = [
    ['Status', adr.status],
    ['Change', adr.change_id],
    ['Supersedes', adr.supersedes],
    ['Superseded by', adr.superseded_by],
    ['Created', adr.created_at],
  ]
  const parts: [string, string | undefined][] = [
    ['Context', adr.context],
    ['Decision', adr.decision],
    ['Rationale', adr.rationale],
    ['Alternatives Rejected', adr.alternatives_rejected],
  ]
  return [
    `# ${adr.id}: ${adr.title}`,
    '',
    ...facts.flatMap(([name, value]) => (value === undefined ? [] : [`- **${name}:** ${value}`])),
    ...parts.flatMap(([name, value]) => (value === undefined ? [] : ['', `## ${name}`, '', value.trim()])),
    '',
  ].join('\n')
}

export interface AdrHead {
  readonly id: string
  readonly title: string
  readonly path: string
}

export function headOf(path: string, text: string): AdrHead | undefined {
  const [, id, title] = /^# (ADR-\d+): (.+)$/m.exec(text) ?? []
  return id === undefined || title === undefined ? undefined : { id, title: title.trim(), path }
}

/** Marks an older decision as replaced; everything else in its file stays. */
export function markSuperseded(text: string, by: string): string {
  const marked = text.replace(/^- \*\*Status:\*\* .*$/m, '- **Status:** superseded')
  const line = `- **Superseded by:** ${by}`
  if (/^- \*\*Superseded by:\*\* .*$/m.test(marked)) return marked.replace(/^- \*\*Superseded by:\*\* .*$/m, line)
  return marked.replace(/^(- \*\*Status:\*\* .*)$/m, `$1\n${line}`)
}

export function createdAt(text: string): string | undefined {
  return /^- \*\*Created:\*\* (.+)$/m.exec(text)?.[1]?.trim()
}

export function nextNumber(heads: readonly AdrHead[]): string {
  const highest = Math.max(0, ...heads.map(({ id }) => Number(id.slice(4))))
  return `ADR-${String(highest + 1).padStart(3, '0')}`
}
