import { markdownLines } from '../../store/documents/markdown/markdown-lines.ts'
import { markdownLinksIn } from '../finalize/links.ts'
import type { ClaimView } from './model.ts'

/** A document that states something. */
export interface Stating {
  readonly path: string
  readonly text: string
  /** A finding states something throughout; of a summary only its sections of findings are looked at. */
  readonly isFinding: boolean
}

export interface KnownSources {
  readonly sources: ReadonlySet<string>
  /** Paths of findings: a summary may lead to one instead of citing again. */
  readonly findings: ReadonlySet<string>
}

export const NO_SOURCE = 'has no source'

const MOST_SHOWN = 120

/** The statements of a document that no source backs, and the citations that lead to none. */
export function claimsIn(document: Stating, known: KnownSources): ClaimView[] {
  const { path } = document
  return statementsIn(document).flatMap(text => {
    const cited = citedIn(text)
    const lost = cited.filter(id => !known.sources.has(id))
    if (lost.length > 0)
      return [{ where: path, text: short(text), problem: `cites ${lost.join(', ')}, which is unknown` }]
    const leads = !document.isFinding && markdownLinksIn(text, path).some(file => known.findings.has(file))
    return cited.length > 0 || leads ? [] : [{ where: path, text: short(text), problem: NO_SOURCE }]
  })
}

/** The sources that a text names, as [s1]. */
export function citedIn(text: string): string[] {
  return [...text.matchAll(/\[(s\d+)\]/g)].map(([, id = '']) => id)
}

interface ClaimSection {
  readonly title: string
  readonly statements: string[]
}

function statementsIn({ text, isFinding }: Stating): string[] {
  const sections = sectionsOf(text)
  const named = sections.filter(({ title }) => /\bfindings\b/i.test(title))
  const chosen = named.length > 0 || !isFinding ? named : sections
  return chosen.flatMap(({ statements }) => statements)
}

/** A list item with what is indented below it, or a paragraph, is one statement. */
function sectionsOf(text: string): ClaimSection[] {
  const sections: ClaimSection[] = [{ title: '', statements: [] }]
  let open = false
  for (const { start, end, opaque } of markdownLines(text).lines) {
    const line = text.slice(start, end).trimEnd()
    const [, title] = opaque ? [] : (/^#{1,6}\s+(.+)$/.exec(line) ?? [])
    const statements = sections.at(-1)?.statements ?? []
    if (title !== undefined) sections.push({ title, statements: [] })
    if (title !== undefined || opaque || line === '') {
      open = open && line === '' ? open && isIndentedNext(text, end) : false
      continue
    }
    if (open && !/^(?:[-*+]|\d+[.)])\s/.test(line)) statements.push(`${statements.pop()} ${line.trim()}`)
    else if (!isFact(line)) statements.push(line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').trim())
    open = !isFact(line)
  }
  return sections
}

/** After an empty line only what is indented belongs to the item above. */
function isIndentedNext(text: string, at: number): boolean {
  return /^\s+\S/.test(text.slice(at, at + 80).replace(/^\n+/, ''))
}

/** `**Date**: ...`, a rule, a table or an outline's line states nothing. */
function isFact(line: string): boolean {
  return /^(?:\*\*[^*]+\*\*:?|-{3,}$|\||>|\(.+\)$|<!--)/.test(line.trim())
}

function short(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  return flat.length > MOST_SHOWN ? `${flat.slice(0, MOST_SHOWN - 1).trimEnd()}…` : flat
}
