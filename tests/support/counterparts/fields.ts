import { Ajv2020 } from 'ajv/dist/2020.js'

type Schema = Record<string, unknown>

/** What of a value does not fit the fields of a published description. */
export function misfits(schema: Schema, value: unknown): string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  const validate = ajv.compile(schema)
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
}

/** An object of exactly these fields. */
export function fields(properties: Schema, required: readonly string[] = []): Schema {
  return { type: 'object', properties, required, additionalProperties: false }
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
