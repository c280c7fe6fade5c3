/** The six categories of an exploration, in the order in which they are shown. */
export const FIELDS = ['goals', 'constraints', 'preferences', 'unknowns', 'decisions', 'context'] as const

export type ExplorationField = (typeof FIELDS)[number]
export type ExplorationFields = Partial<Readonly<Record<ExplorationField, string>>>

/** New values override, missing ones preserve what was there. */
export function mergeFields(existing: ExplorationFields, added: ExplorationFields): ExplorationFields {
  const merged: Partial<Record<ExplorationField, string>> = {}
  for (const field of FIELDS) {
    const value = isGiven(added[field]) ? added[field] : existing[field]
    if (value !== undefined) merged[field] = value
  }
  return merged
}

export function hasContent(fields: ExplorationFields): boolean {
  return FIELDS.some(field => isGiven(fields[field]))
}

/** The markdown of an exploration; the fields themselves are stored, so a heading inside one survives every merge. */
export function renderFields(fields: ExplorationFields): string {
  return FIELDS.flatMap(field => (fields[field] === undefined ? [] : `## ${titleOf(field)}\n${fields[field]}`)).join(
    '\n\n',
  )
}

/**
 * Reads such a markdown back, for texts that came without their fields: an import, or an edit by hand. Other headings
 * belong to the field they stand in; nothing is returned when the text does not begin with one of ours.
 */
export function parseFields(markdown: string): ExplorationFields | undefined {
  const parts = markdown.split(/^## (Goals|Constraints|Preferences|Unknowns|Decisions|Context)[ \t]*\r?\n/m)
  const [before = '', ...rest] = parts
  if (before.trim() !== '' || rest.length === 0) return undefined
  const fields: Partial<Record<ExplorationField, string>> = {}
  for (let at = 0; at < rest.length; at += 2) {
    const field = FIELDS.find(name => titleOf(name) === rest[at])
    if (field === undefined || fields[field] !== undefined) return undefined
    fields[field] = (rest[at + 1] ?? '').trim()
  }
  return fields
}

function titleOf(field: ExplorationField): string {
  return field.charAt(0).toUpperCase() + field.slice(1)
}

function isGiven(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== ''
}
