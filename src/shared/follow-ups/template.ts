import { type PathSegment, readSteps, unescaped } from './path.ts'

export const ROOTS = ['result', 'input', 'tool', 'project'] as const
export type TemplateRoot = (typeof ROOTS)[number]

export type TemplateFilter =
  | { readonly name: 'json' }
  | { readonly name: 'truncate' | 'lines'; readonly count: number }
  | { readonly name: 'default'; readonly text: string }

export interface Placeholder {
  readonly kind: 'place'
  readonly root: TemplateRoot
  readonly steps: readonly PathSegment[]
  readonly filters: readonly TemplateFilter[]
  /** `result.data.url`, as the template says it. */
  readonly origin: string
}

export type TemplatePart = { readonly kind: 'text'; readonly text: string } | Placeholder

export interface Template {
  readonly parts: readonly TemplatePart[]
  readonly problems: readonly string[]
}

/** Text with `{{result.data.url | truncate:80}}` in it. What is no place stays text, and is a problem. */
export function parseTemplate(text: string): Template {
  const parts: TemplatePart[] = []
  const problems: string[] = []
  let at = 0
  for (;;) {
    const open = text.indexOf('{{', at)
    const close = open < 0 ? -1 : text.indexOf('}}', open)
    if (close < 0) {
      if (open >= 0) problems.push(`{{ at character ${open + 1} is never closed`)
      if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) })
      return { parts, problems }
    }
    const place = readPlace(text.slice(open + 2, close))
    if (typeof place === 'string') problems.push(`${text.slice(open, Math.min(close + 2, open + 60))}: ${place}`)
    const end = typeof place === 'string' ? close + 2 : open
    if (end > at) parts.push({ kind: 'text', text: text.slice(at, end) })
    if (typeof place !== 'string') parts.push(place)
    at = close + 2
  }
}

export function whyNotTemplate(text: string): readonly string[] {
  return parseTemplate(text).problems
}

/** Longer than any path needs; what a template can cost stays in proportion to its length. */
const LONGEST_PLACE = 500

function readPlace(inside: string): Placeholder | string {
  if (inside.length > LONGEST_PLACE) return `it is longer than ${LONGEST_PLACE} characters`
  const [source = '', ...named] = splitFilters(inside)
  const root = ROOTS.find(each => new RegExp(`^${each}(?![\\w-])`).test(source))
  if (root === undefined) return `it starts with none of ${ROOTS.join(', ')}`
  const { steps, end } = readSteps(source, root.length)
  if (end < source.length) return `${source.slice(end, end + 20)} is no path`
  const filters = named.map(readFilter)
  const wrong = filters.find(filter => typeof filter === 'string')
  return wrong ?? { kind: 'place', root, steps, origin: source, filters: filters as TemplateFilter[] }
}

/** At bars outside of quotes. */
function splitFilters(inside: string): string[] {
  const parts = inside.match(/(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^|])+|\|/g) ?? []
  return parts.filter(part => part !== '|').map(part => part.trim())
}

function readFilter(text: string): TemplateFilter | string {
  const [, name = '', given = ''] = /^(\w+)\s*(?::\s*([\s\S]*))?$/.exec(text) ?? []
  if (name === 'json') return { name }
  if (name === 'default') return { name, text: unquoted(given) }
  if (name !== 'truncate' && name !== 'lines')
    return `${text.slice(0, 20)} is no filter (json, truncate:n, lines:n, default:x)`
  return /^\d{1,7}$/.test(given) ? { name, count: Number(given) } : `${name} takes a number: ${name}:80`
}

function unquoted(text: string): string {
  const [, double, single] = /^(?:"([\s\S]*)"|'([\s\S]*)')$/.exec(text) ?? []
  return unescaped(double ?? single ?? text)
}
