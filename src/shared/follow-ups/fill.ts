import { PartialText } from './large.ts'
import { pathValueAt } from './path.ts'
import { type Placeholder, parseTemplate, type Template, type TemplateFilter, type TemplateRoot } from './template.ts'

export type TemplateValues = Readonly<Partial<Record<TemplateRoot, unknown>>>

export interface FilledText {
  readonly text: string
  /** Places that led to nothing. */
  readonly missing: readonly string[]
}

export interface FencedText extends FilledText {
  /** The mark that encloses every inserted value: `data`, or `data-2` where the values hold that word themselves. */
  readonly mark: string
}

const MOST_INSERTED = 64 * 1024

/** For people: a question, a scope, an argument. Values stand in the text as they are, on one pass. */
export function fill(template: string, values: TemplateValues, limit = MOST_INSERTED): FilledText {
  const parsed = parseTemplate(template)
  return assemble(parsed, values, (place, value) => shortened(place, value, limit))
}

/**
 * For models: every value is enclosed in a mark that names its origin and that no value can close, so that what came
 * out of a tool is told apart from what its author wrote.
 */
export function fillFenced(template: string, values: TemplateValues, limit = MOST_INSERTED): FencedText {
  const parsed = parseTemplate(template)
  const shown = new Map(
    parsed.parts.flatMap(part =>
      part.kind === 'place' ? [[part, shortened(part, found(part, values), limit)] as const] : [],
    ),
  )
  const mark = freeMark([...shown.values()])
  const filled = assemble(parsed, values, place => {
    const text = shown.get(place) ?? ''
    return text === '' ? '' : `<${mark} from="${place.origin.replace(/[^\w.[\]-]/g, '')}">${text}</${mark}>`
  })
  return { ...filled, mark }
}

/** The strings of a value filled in; a string that is one place alone becomes that value itself. */
export function fillTree(tree: unknown, values: TemplateValues, depth = 0): unknown {
  if (typeof tree === 'string') return fillLeaf(tree, values)
  if (tree === null || typeof tree !== 'object' || depth >= 32) return tree
  if (Array.isArray(tree)) return tree.map(item => fillTree(item, values, depth + 1))
  return Object.fromEntries(Object.entries(tree).map(([key, item]) => [key, fillTree(item, values, depth + 1)]))
}

function fillLeaf(text: string, values: TemplateValues): unknown {
  const [only, ...more] = parseTemplate(text).parts
  if (only?.kind !== 'place' || more.length > 0 || only.filters.length > 0) return fill(text, values).text
  const value = found(only, values)
  return value instanceof PartialText ? String(value) : value
}

function assemble(
  { parts }: Template,
  values: TemplateValues,
  insert: (place: Placeholder, value: unknown) => string,
): FilledText {
  const missing: string[] = []
  const texts = parts.map(part => {
    if (part.kind === 'text') return part.text
    const value = found(part, values)
    if (value === null && !part.filters.some(({ name }) => name === 'default')) missing.push(part.origin)
    return insert(part, value)
  })
  return { text: texts.join(''), missing }
}

function found({ root, steps }: Placeholder, values: TemplateValues): unknown {
  return pathValueAt(Object.hasOwn(values, root) ? (values[root] ?? null) : null, steps)
}

function shortened(place: Placeholder, value: unknown, limit: number): string {
  if (!(value instanceof PartialText) || place.filters.length > 0) return cut(printed(place, value), limit)
  const head = value.head.slice(0, limit)
  return `${head}… (${value.total - head.length} characters left out)`
}

function printed({ filters }: Placeholder, value: unknown): string {
  return asText(filters.reduce((current, filter) => apply(filter, current), value))
}

function apply(filter: TemplateFilter, value: unknown): unknown {
  switch (filter.name) {
    case 'json':
      return value instanceof PartialText ? value : toJson(value)
    case 'default':
      return value === null || value === undefined || value === '' ? filter.text : value
    case 'lines':
      return firstLines(asText(value), filter.count)
    case 'truncate':
      return cut(asText(value), filter.count, '…')
  }
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof PartialText) return String(value)
  return typeof value === 'object' ? toJson(value) : String(value)
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    // Nested deeper than the stack reaches; results are plain JSON otherwise.
    return '(too deeply nested to be shown)'
  }
}

function firstLines(text: string, count: number): string {
  let end = -1
  for (let line = 0; line < count; line += 1) {
    end = text.indexOf('\n', end + 1)
    if (end < 0) return text
  }
  return text.slice(0, Math.max(0, end))
}

/** Never in the middle of a character. */
function cut(text: string, most: number, sign = `… (${text.length - most} characters left out)`): string {
  if (text.length <= most) return text
  const half = /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? 1 : 0
  return `${text.slice(0, Math.max(0, most - half))}${sign}`
}

function freeMark(values: readonly string[]): string {
  const taken = new Set<number>()
  for (const value of values)
    for (const [, number] of value.matchAll(/<\s*\/?\s*data(?:-(\d{1,9}))?/gi)) taken.add(Number(number ?? 1))
  if (taken.size === 0) return 'data'
  let free = 2
  while (taken.has(free)) free += 1
  return `data-${free}`
}
