import { isObject } from '../../shared/is-object.ts'
import type { FieldType, FormField, MetaProblem, RenderHint, ResultAction, SecretRef, ToolMeta } from '../model.ts'

export interface ReadMeta {
  readonly meta: ToolMeta
  /** Each on its own field; the others stay as they are. */
  readonly problems: readonly MetaProblem[]
}

/** The meta of a tool nobody may ask: what its folder says. */
export function blankMeta(name: string): ToolMeta {
  return {
    name,
    display_name: name,
    description: '',
    version: '0.0.0',
    requires_setup: false,
    input_schema: { type: 'object' },
    output_schema: {},
  }
}

/** What a tool printed about itself, field by field. The folder is the tool's name, whatever it calls itself. */
export function readMeta(name: string, given: Readonly<Record<string, unknown>>): ReadMeta {
  const problems: MetaProblem[] = []
  const blank = blankMeta(name)
  const read = reader(given, '', problems)
  const meta: ToolMeta = {
    name,
    display_name: read.needed('display_name', text) ?? blank.display_name,
    description: read.needed('description', text) ?? blank.description,
    version: read.needed('version', version) ?? blank.version,
    requires_setup: read.needed('requires_setup', flag) ?? blank.requires_setup,
    input_schema: read.needed('input_schema', schema) ?? blank.input_schema,
    output_schema: read.needed('output_schema', schema) ?? blank.output_schema,
    ...read.maybe('setup_description', text),
    ...read.all('secrets', secretIn),
    ...read.all('form_layout', fieldIn),
    ...read.maybe('streaming', flag),
    ...read.all('result_actions', actionIn),
    ...read.maybe('timeout_seconds', seconds),
    ...read.maybe('tags', texts),
    ...read.maybe('persist_interactions', flag),
    ...read.maybe('threaded', flag),
    ...effectOf(read),
    ...askingFirst(read),
    ...read.maybe('exclusive', flag),
    ...read.nested('render', renderIn),
  }
  // What was meant to be private stays so when it is said in the wrong way.
  const unsure = problems.some(({ field }) => field === 'persist_interactions')
  return { meta: unsure ? { ...meta, persist_interactions: false } : meta, problems }
}

/** Said in the wrong way it is taken for the one that asks a person. */
function effectOf(read: MetaReader): Pick<ToolMeta, 'effect'> {
  const before = read.count()
  const said = read.maybe('effect', oneOf(['read', 'write', 'destructive'] as const))
  return read.count() > before ? { effect: 'destructive' } : said
}

/** Said in the wrong way it is taken for "always": better to ask than to run. */
function askingFirst(read: MetaReader): { confirm_when?: string } {
  const before = read.count()
  const said = read.maybe('confirm_when', text)
  return read.count() > before ? { confirm_when: 'true' } : said
}

function secretIn(read: MetaReader): SecretRef | undefined {
  const env_var = read.needed('env_var', variable)
  if (env_var === undefined) return undefined
  return {
    env_var,
    description: read.or('description', text, ''),
    // Said in the wrong way it is taken for needed: better to ask than to run without.
    required: read.or('required', flag, true),
    ...read.maybe('scope', text),
    ...read.maybe('when', text),
  } as SecretRef
}

const FIELD_TYPES: readonly FieldType[] = ['text', 'textarea', 'code', 'select', 'checkbox', 'date_range', 'file']

function fieldIn(read: MetaReader): FormField | undefined {
  const key = read.needed('key', text)
  if (key === undefined) return undefined
  return {
    key,
    type: read.needed('type', oneOf(FIELD_TYPES)) ?? 'text',
    ...read.maybe('label', text),
    ...read.maybe('placeholder', text),
    ...read.maybe('options', texts),
    ...read.maybe('language', text),
    ...read.maybe('default', anything),
    ...hidden(read),
    ...read.maybe('required', flag),
    ...read.maybe('show_when', text),
    ...read.maybe('options_from', text),
    ...read.maybe('help', text),
  } as FormField
}

function hidden(read: MetaReader): { secret?: boolean } {
  const before = read.count()
  const said = read.maybe('secret', flag)
  return read.count() > before ? { secret: true } : (said as { secret?: boolean })
}

function actionIn(read: MetaReader): ResultAction | undefined {
  const label = read.needed('label', text)
  if (label === undefined) return undefined
  return {
    label,
    prompt_template: read.or('prompt_template', text, ''),
    ...read.maybe('id', text),
    ...read.maybe('icon', text),
    ...read.maybe('condition', text),
    ...read.maybe('confirm', text),
    ...read.nested('operation', operationIn),
  } as ResultAction
}

function operationIn(read: MetaReader): ResultAction['operation'] {
  const name = read.needed('name', text)
  return name === undefined ? undefined : { name, input: read.or('input', schema, {}) }
}

const KINDS = ['table', 'chart', 'markdown', 'image', 'diff', 'file', 'log', 'key-value', 'tree', 'json'] as const

function renderIn(read: MetaReader): RenderHint | undefined {
  const kind = read.needed('kind', oneOf(KINDS))
  return kind === undefined
    ? undefined
    : ({ kind, ...read.maybe('path', text), ...read.maybe('columns', texts) } as RenderHint)
}

/** The value, or why it is none. */
type Take<T> = (value: unknown) => { readonly value: T } | { readonly why: string }

interface MetaReader {
  needed<T>(key: string, take: Take<T>): T | undefined
  or<T>(key: string, take: Take<T>, otherwise: T): T
  maybe<K extends string, T>(key: K, take: Take<T>): { [P in K]?: T }
  nested<K extends string, T>(key: K, inside: (read: MetaReader) => T | undefined): { [P in K]?: T }
  all<K extends string, T>(key: K, inside: (read: MetaReader) => T | undefined): { [P in K]?: T[] }
  /** How many problems there are so far. */
  count(): number
}

const LONGEST_LIST = 200

function reader(given: Readonly<Record<string, unknown>>, at: string, problems: MetaProblem[]): MetaReader {
  const report = (key: string, message: string) => void problems.push({ field: `${at}${key}`, message })
  const own = (key: string) => (Object.hasOwn(given, key) ? given[key] : undefined)
  const take = <T>(key: string, how: Take<T>): T | undefined => {
    const taken = how(own(key))
    if ('value' in taken) return taken.value
    report(key, taken.why)
    return undefined
  }
  const inside = <T>(key: string, value: unknown, read: (read: MetaReader) => T | undefined): T | undefined => {
    if (isObject(value)) return read(reader(value, `${at}${key}.`, problems))
    report(key, 'is no object')
    return undefined
  }
  return {
    needed(key, how) {
      if (own(key) !== undefined) return take(key, how)
      report(key, 'is missing')
      return undefined
    },
    or: (key, how, otherwise) => (own(key) === undefined ? otherwise : (take(key, how) ?? otherwise)),
    maybe: (key, how) => entry(key, own(key) === undefined || own(key) === null ? undefined : take(key, how)),
    nested: (key, read) => entry(key, own(key) === undefined ? undefined : inside(key, own(key), read)),
    all(key, read) {
      const value = own(key)
      if (value === undefined || value === null) return {}
      if (!Array.isArray(value)) report(key, 'is not a list')
      const items: unknown[] = Array.isArray(value) ? value.slice(0, LONGEST_LIST) : []
      return entry(
        key,
        items.flatMap((item, index) => inside(`${key}[${index}]`, item, read) ?? []),
      )
    },
    count: () => problems.length,
  }
}

function entry<K extends string, T>(key: K, value: T | undefined): { [P in K]?: T } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: T }
}

const LONGEST_TEXT = 20_000

const text: Take<string> = value => {
  if (typeof value !== 'string') return { why: 'is not text' }
  return value.length > LONGEST_TEXT ? { why: `is longer than ${LONGEST_TEXT} characters` } : { value }
}

const flag: Take<boolean> = value => (typeof value === 'boolean' ? { value } : { why: 'is neither true nor false' })

const seconds: Take<number> = value =>
  typeof value === 'number' && value > 0 && value <= 86_400 ? { value } : { why: 'is no number of seconds up to a day' }

const texts: Take<string[]> = value =>
  Array.isArray(value) && value.length <= LONGEST_LIST && value.every(item => typeof item === 'string')
    ? { value }
    : { why: 'is not a list of texts' }

const version: Take<string> = value =>
  typeof value === 'string' && /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(value)
    ? { value }
    : { why: 'is no version like 1.2.0' }

const variable: Take<string> = value =>
  typeof value === 'string' && /^[A-Za-z_][A-Za-z0-9_]{0,199}$/.test(value)
    ? { value }
    : { why: 'is no name of an environment variable' }

const schema: Take<Record<string, unknown>> = value => (isObject(value) ? { value } : { why: 'is no object' })

const anything: Take<unknown> = value => ({ value })

function oneOf<const T extends string>(values: readonly T[]): Take<T> {
  return value => {
    const found = values.find(each => each === value)
    return found === undefined ? { why: `is not one of ${values.join(', ')}` } : { value: found }
  }
}
