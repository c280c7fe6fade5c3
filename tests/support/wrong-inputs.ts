import type { JsonSchema, OperationEntry } from '../../src/operation/manifest.ts'

/** Inputs that an operation refuses: what is missing, unknown, of the wrong kind, or not there. */
export function wrongInputs({ input }: OperationEntry, good: Record<string, unknown>): Record<string, unknown>[] {
  const fields = Object.entries(input.properties ?? {})
  const required = (input.required ?? []).filter(field => input.properties?.[field]?.default === undefined)
  return [
    { ...good, no_such_input: 1 },
    ...required.map(field => ({ ...good, [field]: undefined })),
    ...fields.map(([field]) => ({ ...good, [field]: { not: ['this'] } })),
    ...fields.flatMap(([field, schema]) => absent(schema).map(value => ({ ...good, [field]: value }))),
  ]
}

/** A name or number that fits and that nothing has. */
function absent(schema: JsonSchema): unknown[] {
  if (schema['x-furrow'] === 'id') return ['no-such-thing', '20200101-000000-zzz']
  if (schema['x-furrow'] === 'path') return ['no/such/file.txt']
  if (schema.items !== undefined) return absent(schema.items).map(value => [value])
  return schema.type === 'integer' ? [987_654] : []
}
