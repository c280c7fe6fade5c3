import { holds } from '../../../tools/follow-ups/holds.ts'
import type { FormField, Tool, Values } from '../types.ts'

export type Control =
  | 'text'
  | 'number'
  | 'textarea'
  | 'code'
  | 'select'
  | 'multi-select'
  | 'checkbox'
  | 'date_range'
  | 'file'
  | 'secret'

/** One field as the page shows it: what the layout says, completed by what the schema knows. */
export interface ShownField {
  readonly key: string
  readonly control: Control
  readonly label: string
  readonly required: boolean
  readonly help?: string
  readonly placeholder?: string
  readonly options: readonly string[]
  readonly optionsFrom?: string
  readonly language?: string
  readonly showWhen?: string
  readonly default?: unknown
  readonly schema: Schema
}

/** The part of a JSON schema that a form can hold somebody to; the server holds them to all of it. */
export interface Schema {
  readonly type?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly description?: string
  readonly items?: Schema
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
}

/** The fields of a tool's form; nothing when it has no layout, and its input is written as JSON. */
export function fieldsOf(tool: Pick<Tool, 'form_layout' | 'input_schema'>): readonly ShownField[] | undefined {
  const { properties, required } = partsOf(tool.input_schema)
  if (tool.form_layout === undefined && isEmpty(tool.input_schema.properties)) return []
  return tool.form_layout?.map(field => shown(field, asSchema(properties[field.key]), required.includes(field.key)))
}

/** Those that the input so far lets show. */
export function visibleFields(fields: readonly ShownField[], input: Values): readonly ShownField[] {
  return fields.filter(({ showWhen }) => holds(showWhen, input))
}

function shown(field: FormField, schema: Schema, required: boolean): ShownField {
  const help = field.help ?? schema.description
  const initial = field.default ?? schema.default
  return {
    key: field.key,
    control: controlOf(field, schema),
    label: field.label ?? field.key.replaceAll('_', ' '),
    required: field.required ?? required,
    ...(help !== undefined && { help }),
    ...(field.placeholder !== undefined && { placeholder: field.placeholder }),
    options: field.options ?? optionsIn(schema),
    ...(field.options_from !== undefined && { optionsFrom: field.options_from }),
    ...(field.language !== undefined && { language: field.language }),
    ...(field.show_when !== undefined && { showWhen: field.show_when }),
    ...(initial !== undefined && { default: initial }),
    schema,
  }
}

function controlOf({ type, secret }: FormField, schema: Schema): Control {
  if (secret === true) return 'secret'
  if (type === 'select' && schema.type === 'array') return 'multi-select'
  if (type === 'text' && (schema.type === 'number' || schema.type === 'integer')) return 'number'
  return type
}

function optionsIn(schema: Schema): string[] {
  return (schema.items?.enum ?? schema.enum ?? []).map(String)
}

function partsOf(schema: Tool['input_schema']): { properties: Values; required: readonly unknown[] } {
  const { properties, required } = schema
  return {
    properties: properties !== null && typeof properties === 'object' ? (properties as Values) : {},
    required: Array.isArray(required) ? required : [],
  }
}

function isEmpty(properties: unknown): boolean {
  return properties !== null && typeof properties === 'object' && Object.keys(properties).length === 0
}

function asSchema(value: unknown): Schema {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Schema) : {}
}
