/** What a form needs of the schema of one input. */
export interface InputSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly items?: InputSchema
  readonly maxLength?: number
  readonly properties?: Readonly<Record<string, InputSchema>>
  readonly required?: readonly string[]
  readonly 'x-furrow'?: string
}

export type FieldKind = 'line' | 'text' | 'secret' | 'number' | 'switch' | 'choice' | 'lines' | 'json'

export interface OperationField {
  readonly key: string
  readonly kind: FieldKind
  readonly label: string
  readonly help: string | undefined
  readonly required: boolean
  readonly choices: readonly string[]
  readonly start: string
}

/** Texts longer than this are written in several lines. */
const LONG_TEXT = 2000

/** The fields of an operation, those that it needs first. */
export function operationFieldsOf({ properties = {}, required = [] }: InputSchema): OperationField[] {
  const fields = Object.entries(properties).map(([key, schema]) => fieldOf(key, schema, required.includes(key)))
  return fields.sort((one, other) => Number(other.required) - Number(one.required))
}

function fieldOf(key: string, schema: InputSchema, isRequired: boolean): OperationField {
  return {
    key,
    kind: kindOf(schema),
    label: labelOf(key),
    help: schema.description,
    required: isRequired && schema.default === undefined,
    choices: (schema.enum ?? []).map(String),
    start: startOf(schema),
  }
}

function kindOf(schema: InputSchema): FieldKind {
  if (schema.enum !== undefined) return 'choice'
  if (schema['x-furrow'] === 'secret') return 'secret'
  if (schema.type === 'boolean') return 'switch'
  if (schema.type === 'number' || schema.type === 'integer') return 'number'
  if (schema.type === 'array' && schema.items?.type === 'string') return 'lines'
  if (schema.type === 'string') return (schema.maxLength ?? 0) > LONG_TEXT ? 'text' : 'line'
  return 'json'
}

function labelOf(key: string): string {
  if (key === 'argv') return 'Command'
  const words = key.replace(/(?<=.)_ids?$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function startOf({ default: start }: InputSchema): string {
  if (start === undefined) return ''
  if (Array.isArray(start)) return start.join('\n')
  return typeof start === 'object' ? JSON.stringify(start) : String(start)
}

export type EnteredTexts = Readonly<Record<string, string>>

export interface FilledInput {
  readonly input: Readonly<Record<string, unknown>>
  /** What cannot be sent, by field. */
  readonly problems: Readonly<Record<string, string>>
}

/** The input that the entered texts stand for; an empty field that is not needed is left out. */
export function enteredInputOf(fields: readonly OperationField[], entered: EnteredTexts): FilledInput {
  const input: Record<string, unknown> = {}
  const problems: Record<string, string> = {}
  for (const field of fields) {
    const text = entered[field.key] ?? field.start
    if (text.trim() === '' && field.kind !== 'switch') {
      if (field.required) problems[field.key] = 'Required'
      continue
    }
    const value = parseValue(field.kind, text)
    if (value === undefined) problems[field.key] = field.kind === 'number' ? 'Not a number' : 'Not valid JSON'
    else input[field.key] = value
  }
  return { input, problems }
}

function parseValue(kind: FieldKind, text: string): unknown {
  if (kind === 'switch') return text === 'true'
  if (kind === 'number') return Number.isFinite(Number(text)) ? Number(text) : undefined
  if (kind === 'json') return parsed(text)
  if (kind !== 'lines') return text
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
