export type Control =
  | 'text'
  | 'number'
  | 'date'
  | 'textarea'
  | 'code'
  | 'json'
  | 'select'
  | 'multi-select'
  | 'checkbox'
  | 'date_range'
  | 'file'
  | 'secret'
  /** A value that the schema fixes; it is sent and never shown. */
  | 'fixed'
  /** An object with fields of its own. */
  | 'group'
  /** Any number of the same. */
  | 'list'
  /** One of several shapes. */
  | 'variants'

/** One field of a form: what the layout says, completed by what the schema knows. */
export interface ShownField {
  /** The property that it fills; empty for an item of a list and for a shape among several. */
  readonly key: string
  readonly control: Control
  readonly label: string
  readonly required: boolean
  readonly help?: string
  readonly placeholder?: string
  readonly options: readonly string[]
  /** What a choice is called, where that is not its value. */
  readonly optionLabels?: Readonly<Record<string, string>>
  readonly optionsFrom?: string
  readonly language?: string
  readonly showWhen?: string
  readonly default?: unknown
  readonly schema: Schema
  /** Of a group. */
  readonly fields?: readonly ShownField[]
  /** Of a list: each of its items. */
  readonly item?: ShownField
  /** Of variants, in the order of the schema. */
  readonly variants?: readonly ShownField[]
}

/** The part of a JSON schema that a form can hold somebody to; the server holds them to all of it. */
export interface Schema {
  readonly type?: unknown
  readonly title?: string
  readonly description?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: readonly unknown[]
  readonly items?: unknown
  readonly anyOf?: readonly unknown[]
  readonly oneOf?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly writeOnly?: boolean
  readonly readOnly?: boolean
  readonly contentMediaType?: string
}

export function asSchema(value: unknown): Schema {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Schema) : {}
}
