/** The six categories of an exploration, in the order in which they are shown. */
export const FIELDS = ['goals', 'constraints', 'preferences', 'unknowns', 'decisions', 'context'] as const

export type Field = (typeof FIELDS)[number]
export type Fields = Partial<Readonly<Record<Field, string>>>

/** New values override, missing ones preserve what was there. */
export function mergeFields(existing: Fields, added: Fields): Fields {
  const merged: Partial<Record<Field, string>> = {}
  for (const field of FIELDS) {
    const value = isGiven(added[field]) ? added[field] : existing[field]
    if (value !== undefined) merged[field] = value
  }
  return merged
}

export function hasContent(fields: Fields): boolean {
  return FIELDS.some(field => isGiven(fields[field]))
}

/** The markdown of an exploration; the fields themselves are stored, so a heading inside one survives every merge. */
export function renderFields(fields: Fields): string {
  return FIELDS.flatMap(field => (fields[field] === undefined ? [] : `## ${titleOf(field)}\n${fields[field]}`)).join(
    '\n\n',
  )
}

function titleOf(field: Field): string {
  return field.charAt(0).toUpperCase() + field.slice(1)
}

function isGiven(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== ''
}
