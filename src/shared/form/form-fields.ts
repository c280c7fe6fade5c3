import type { FormField, ToolMeta } from '../../tools/model.ts'
import { asSchema, type Control, type Schema, type ShownField } from './field.ts'
import { alternativesIn, resolveSchema } from './resolve-schema.ts'

/**
 * The fields of a tool's form, for every door: from its layout, else from its input schema. Nothing where the schema does
 * not say what it takes; then the input is written as JSON.
 */
export function formFields({
  form_layout: layout,
  input_schema: schema,
}: Pick<ToolMeta, 'form_layout' | 'input_schema'>): readonly ShownField[] | undefined {
  const root = resolveSchema(schema as Schema, schema)
  if (layout !== undefined) return layout.map(field => fieldOfLayout(root, field))
  if (root.properties !== undefined) return fieldsIn(root, root, 0)
  const shapes = alternativesIn(root, root)
  if (shapes.length === 0 || shapes.some(({ properties }) => properties === undefined)) return undefined
  return [fieldOf(root, { ...root, type: undefined }, { key: '', required: true, depth: 0 })]
}

function fieldOfLayout(root: Schema, field: FormField): ShownField {
  const schema = resolveSchema(root, root.properties?.[field.key])
  const help = field.help ?? schema.description
  const initial = field.default ?? schema.default
  const control = controlOfLayout(root, field, schema)
  return {
    key: field.key,
    control,
    label: field.label ?? wordsOf(field.key),
    required: field.required ?? root.required?.includes(field.key) === true,
    ...(help !== undefined && { help }),
    ...(field.placeholder !== undefined && { placeholder: field.placeholder }),
    options: field.options ?? choicesIn(root, schema).map(({ value }) => String(value)),
    ...(field.options_from !== undefined && { optionsFrom: field.options_from }),
    ...(field.language !== undefined && { language: field.language }),
    ...(field.show_when !== undefined && { showWhen: field.show_when }),
    ...(initial !== undefined && { default: initial }),
    schema,
    ...(control === 'list' && partsOf(root, schema, { control, depth: 1 })),
  }
}

function controlOfLayout(root: Schema, { type, secret }: FormField, schema: Schema): Control {
  if (secret === true) return 'secret'
  if (type === 'select' && schema.type === 'array') return 'multi-select'
  if (type === 'text' && (schema.type === 'number' || schema.type === 'integer')) return 'number'
  if (type === 'text' && schema.type === 'array') return controlOfList(root, schema)
  return type
}

/** A schema that leads back to itself is written as JSON from here on. */
const DEEPEST = 5

interface FieldPosition {
  readonly key: string
  readonly required: boolean
  readonly depth: number
}

function fieldsIn(root: Schema, { properties = {}, required = [] }: Schema, depth: number): ShownField[] {
  return Object.entries(properties)
    .filter(([, property]) => asSchema(property).readOnly !== true)
    .map(([key, property]) => fieldOf(root, property, { key, required: required.includes(key), depth }))
}

function fieldOf(root: Schema, given: unknown, { key, required, depth }: FieldPosition): ShownField {
  const schema = onlyShape(root, resolveSchema(root, given))
  const control = depth > DEEPEST ? 'json' : controlOf(root, schema)
  const [example] = schema.examples ?? []
  const choices = choicesIn(root, schema)
  const names = choices.flatMap(({ value, label }) => (label === undefined ? [] : [[String(value), label] as const]))
  const language = control === 'json' ? 'json' : languageOf(schema)
  return {
    key,
    control,
    label: schema.title ?? wordsOf(key),
    required,
    ...(schema.description !== undefined && { help: schema.description }),
    ...(typeof example === 'string' && { placeholder: example }),
    options: choices.map(({ value }) => String(value)),
    ...(names.length > 0 && { optionLabels: Object.fromEntries(names) }),
    ...(language !== undefined && { language }),
    ...(schema.default !== undefined && { default: schema.default }),
    schema,
    ...partsOf(root, schema, { control, depth: depth + 1 }),
  }
}

function partsOf(
  root: Schema,
  schema: Schema,
  { control, depth }: { control: Control; depth: number },
): Pick<ShownField, 'fields' | 'item' | 'variants'> {
  if (control === 'group') return { fields: fieldsIn(root, schema, depth) }
  if (control === 'list') return { item: fieldOf(root, schema.items, { key: '', required: true, depth }) }
  if (control !== 'variants') return {}
  const shapes = alternativesIn(root, schema)
  return { variants: shapes.map((shape, index) => variantOf(root, { schema, shape, index }, depth)) }
}

function variantOf(
  root: Schema,
  { schema, shape, index }: { schema: Schema; shape: Schema; index: number },
  depth: number,
): ShownField {
  const shared = shape.properties === undefined ? {} : { properties: schema.properties, required: schema.required }
  const whole = {
    ...shape,
    ...(shape.properties !== undefined && {
      properties: { ...shared.properties, ...shape.properties },
      required: [...(shared.required ?? []), ...(shape.required ?? [])],
    }),
  }
  return { ...fieldOf(root, whole, { key: '', required: true, depth }), label: nameOf(shape, index) }
}

/** A shape by its title, by the value that tells it from the others, or by its type. */
function nameOf({ title, properties = {}, type }: Schema, index: number): string {
  const mark = Object.values(properties)
    .map(property => asSchema(property).const)
    .find(value => value !== undefined)
  if (title !== undefined || mark !== undefined) return String(title ?? mark)
  return typeof type === 'string' && type !== 'object' ? type : `Form ${index + 1}`
}

/** A single alternative is no choice. */
function onlyShape(root: Schema, schema: Schema): Schema {
  const shapes = alternativesIn(root, schema)
  const [only] = shapes
  if (shapes.length !== 1 || only === undefined) return schema
  const { oneOf: _, anyOf: __, ...rest } = schema
  return { ...only, ...rest }
}

function controlOf(root: Schema, schema: Schema): Control {
  if (schema.const !== undefined) return 'fixed'
  if (schema.type === 'array') return controlOfList(root, schema)
  if (choicesIn(root, schema).length > 0) return 'select'
  if (alternativesIn(root, schema).length > 1) return 'variants'
  if (Object.keys(schema.properties ?? {}).length > 0) return 'group'
  return CONTROLS[typeof schema.type === 'string' ? schema.type : '']?.(schema) ?? 'json'
}

const CONTROLS: Readonly<Record<string, (schema: Schema) => Control>> = {
  string: controlOfText,
  boolean: () => 'checkbox',
  integer: () => 'number',
  number: () => 'number',
}

function controlOfList(root: Schema, schema: Schema): Control {
  if (choicesIn(root, schema).length > 0) return 'multi-select'
  return Object.keys(asSchema(schema.items)).length > 0 ? 'list' : 'json'
}

const LINE = 300
const LONG_FORMATS: readonly string[] = ['textarea', 'multi-line', 'markdown']

function controlOfText(schema: Schema): Control {
  const { format = '', writeOnly, maxLength = 0 } = schema
  if (format === 'password' || writeOnly === true) return 'secret'
  if (format === 'date') return 'date'
  if (languageOf(schema) !== undefined) return 'code'
  return maxLength > LINE || LONG_FORMATS.includes(format) ? 'textarea' : 'text'
}

const LANGUAGES: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/sql': 'sql',
  'application/yaml': 'yaml',
  'application/x-sh': 'bash',
  'text/css': 'css',
  'text/html': 'html',
  'text/javascript': 'javascript',
  'text/markdown': 'markdown',
  'text/x-python': 'python',
}

function languageOf({ contentMediaType: type = '' }: Schema): string | undefined {
  return LANGUAGES[type]
}

interface Choice {
  readonly value: unknown
  readonly label?: string
}

/** What can be chosen, of a value or of each item of a list. */
function choicesIn(root: Schema, schema: Schema): readonly Choice[] {
  const one = schema.type === 'array' || schema.items !== undefined ? resolveSchema(root, schema.items) : schema
  if (one.enum !== undefined) return [...new Set(one.enum)].filter(value => value !== null).map(value => ({ value }))
  const shapes = alternativesIn(root, one)
  if (shapes.length === 0 || shapes.some(({ const: value }) => value === undefined)) return []
  return shapes.map(({ const: value, title }) => ({ value, ...(title !== undefined && { label: title }) }))
}

function wordsOf(key: string): string {
  return key.replaceAll('_', ' ')
}
