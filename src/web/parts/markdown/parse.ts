import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { isParseable } from './parseable.ts'
import { decodeReferences } from './references.ts'
import { type LinkTarget, linkTargetOf } from './target.ts'

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em' | 'del'; readonly children: readonly Inline[] }
  | {
      readonly kind: 'link'
      readonly target: LinkTarget
      readonly children: readonly Inline[]
      readonly title?: string
    }
  | { readonly kind: 'break' }

export type Align = 'left' | 'center' | 'right'

export interface MarkdownCell {
  readonly align?: Align
  readonly children: readonly Inline[]
}

export interface MarkdownItem {
  readonly done?: boolean
  readonly children: readonly MarkdownBlock[]
}

export type MarkdownBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly slug: string; readonly children: readonly Inline[] }
  | { readonly kind: 'paragraph' | 'line'; readonly children: readonly Inline[] }
  | { readonly kind: 'quote'; readonly children: readonly MarkdownBlock[] }
  | {
      readonly kind: 'list'
      readonly ordered: boolean
      readonly start: number
      readonly items: readonly MarkdownItem[]
    }
  | {
      readonly kind: 'table'
      readonly head: readonly MarkdownCell[]
      readonly rows: readonly (readonly MarkdownCell[])[]
    }
  | { readonly kind: 'code'; readonly text: string; readonly lang: string }
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'rule' }

/** What a page shows of a markdown text: a closed tree in which nothing is markup and every link is judged. */
export function parseMarkdown(text: string): readonly MarkdownBlock[] {
  if (!isParseable(text)) return [{ kind: 'plain', text }]
  try {
    const headings = namer()
    return lexer(text, { gfm: true }).flatMap(token => block(token, headings))
  } catch (error) {
    // Nesting that the guard let through ends in the stack's own limit; the words are still worth showing.
    if (error instanceof RangeError) return [{ kind: 'plain', text }]
    throw error
  }
}

export interface HeadingLink {
  readonly slug: string
  readonly level: number
  readonly title: string
}

/** The headings in order, for a list of sections beside the text. */
export function markdownSections(blocks: readonly MarkdownBlock[]): readonly HeadingLink[] {
  return blocks.flatMap(one =>
    one.kind === 'heading' ? [{ slug: one.slug, level: one.level, title: plainText(one.children) }] : [],
  )
}

export function plainText(inlines: readonly Inline[]): string {
  return inlines
    .map(one => {
      if ('text' in one) return one.text
      return 'children' in one ? plainText(one.children) : ' '
    })
    .join('')
}

type NameHeading = (children: readonly Inline[], depth: number) => { slug: string; level: number }

/** Slugs are unique within the text, and levels never skip one, whatever the text does. */
function namer(): NameHeading {
  const taken = new Map<string, number>()
  let last = 0
  return (children, depth) => {
    const base = slugOf(plainText(children))
    const count = (taken.get(base) ?? 0) + 1
    taken.set(base, count)
    last = Math.min(depth, last + 1)
    return { slug: count === 1 ? base : `${base}-${count}`, level: last }
  }
}

function slugOf(title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return slug || 'section'
}

function block(given: Token, headings: NameHeading): readonly MarkdownBlock[] {
  const token = given as MarkedToken
  switch (token.type) {
    case 'heading': {
      const children = inlines(token.tokens)
      return [{ kind: 'heading', ...headings(children, token.depth), children }]
    }
    case 'paragraph':
      return [{ kind: 'paragraph', children: inlines(token.tokens) }]
    case 'blockquote':
      return [{ kind: 'quote', children: token.tokens.flatMap(one => block(one, headings)) }]
    case 'list':
      return [list(token, headings)]
    case 'table':
      return [{ kind: 'table', head: token.header.map(cell), rows: token.rows.map(row => row.map(cell)) }]
    case 'code':
      return [{ kind: 'code', text: token.text, lang: (token.lang ?? '').split(/\s/)[0] ?? '' }]
    case 'html':
      return [{ kind: 'plain', text: token.raw.trimEnd() }]
    case 'hr':
      return [{ kind: 'rule' }]
    case 'space':
    case 'def':
    case 'checkbox':
      return []
    default:
      return [{ kind: 'line', children: inlines([token]) }]
  }
}

function list(token: Tokens.List, headings: NameHeading): MarkdownBlock {
  const items = token.items.map(item => ({
    ...(item.task && { done: item.checked === true }),
    children: item.tokens.flatMap(one => block(one, headings)),
  }))
  return { kind: 'list', ordered: token.ordered, start: token.start === '' ? 1 : token.start, items }
}

function cell(token: Tokens.TableCell): MarkdownCell {
  return { ...(token.align && { align: token.align }), children: inlines(token.tokens) }
}

function inlines(tokens: readonly Token[]): readonly Inline[] {
  return tokens.flatMap(token => inline(token as MarkedToken))
}

function inline(token: MarkedToken): readonly Inline[] {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return [{ kind: token.type, children: inlines(token.tokens) }]
    case 'codespan':
      return [{ kind: 'code', text: token.text }]
    case 'link':
      return [link(token, inlines(token.tokens))]
    case 'image':
      // A page that fetched a picture would tell its address who reads the text; the picture is named and linked instead.
      return [link(token, [{ kind: 'text', text: decodeReferences(token.text) || token.href }])]
    case 'br':
      return [{ kind: 'break' }]
    case 'checkbox':
      return []
    case 'html':
      return [{ kind: 'text', text: token.raw }]
    case 'text':
      return token.tokens ? inlines(token.tokens) : [{ kind: 'text', text: decodeReferences(token.text) }]
    default:
      return [{ kind: 'text', text: 'text' in token ? String(token.text) : token.raw }]
  }
}

function link(token: Tokens.Link | Tokens.Image, children: readonly Inline[]): Inline {
  const literal = token.type === 'link' && token.autolink === true
  const target = linkTargetOf(literal ? token.href : decodeReferences(token.href))
  return { kind: 'link', target, children, ...(token.title && { title: decodeReferences(token.title) }) }
}
