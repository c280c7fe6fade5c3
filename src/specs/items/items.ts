import { markdownLines } from '../../store/documents/markdown/markdown-lines.ts'

export const ID_KINDS = ['FR', 'NFR', 'BR', 'ADR', 'TASK'] as const
export type IdKind = (typeof ID_KINDS)[number]

/** `FR-012` anywhere in a text. */
export const ID = /(?<![\w-])(?:FR|NFR|BR|ADR|TASK)-\d{1,6}(?![\w-])/g
const LED =
  /^(?:\[[ xX]\]\s+)?(?:\*\*|__|`|\[)*((?:FR|NFR|BR|ADR|TASK)-\d{1,6})(?![\w-])(?:\*\*|__|`|\])*\s*[:.)–—-]*(?:\*\*|__)*\s*/
const BULLET = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+(?=\S)/
const HEADING = /^ {0,3}(#{1,6})\s+/

/** One requirement, rule, decision or task as it stands in a text. */
export interface SpecItem {
  readonly id?: string
  /** The first line without its mark and id. */
  readonly text: string
  /** The whole of it, what is nested below included. */
  readonly block: string
  /** From 1, in the text that was read. */
  readonly line: number
  /** The number of `#` when a heading opens it. */
  readonly level?: number
}

interface ItemStart {
  readonly line: number
  readonly kind: 'bullet' | 'heading' | 'line'
  readonly depth: number
  readonly rest: string
}

/**
 * The items of a text: bullets, and lines or headings that begin with an id. What is nested, and bullets without an id
 * below a heading or line that has one, belong to the item above.
 */
export function itemsIn(text: string): SpecItem[] {
  const { lines } = markdownLines(text)
  const items: SpecItem[] = []
  let open: (ItemStart & { to: number }) | undefined
  const close = () => {
    if (open !== undefined)
      items.push(
        itemOf(
          open,
          lines.slice(open.line - 1, open.to).map(line => line.text),
        ),
      )
    open = undefined
  }
  for (const [index, line] of lines.entries()) {
    const found = line.opaque ? undefined : openingOf(line.text, index + 1)
    if (found !== undefined && begins(found, open)) {
      close()
      open = isItem(found) ? { ...found, to: index + 1 } : undefined
    } else if (open !== undefined) open.to = index + 1
  }
  close()
  return items
}

export function itemIdsIn(text: string): string[] {
  return [...new Set(text.match(ID) ?? [])]
}

export function idKindOf(id: string): IdKind {
  return ID_KINDS.find(kind => id.startsWith(`${kind}-`)) ?? 'FR'
}

/** The text of a line after the id that leads it. */
export function afterId(text: string): { id: string | undefined; rest: string } {
  const [whole = '', id] = LED.exec(text) ?? []
  return { id, rest: text.slice(whole.length) }
}

/** Where an item's own words begin, behind its mark. */
export function itemMark(line: string): string {
  return BULLET.exec(line)?.[0] ?? HEADING.exec(line)?.[0] ?? ''
}

function openingOf(text: string, line: number): ItemStart | undefined {
  const heading = HEADING.exec(text)
  if (heading !== null)
    return { line, kind: 'heading', depth: heading[1]?.length ?? 1, rest: text.slice(heading[0].length) }
  const bullet = BULLET.exec(text)
  if (bullet !== null)
    return { line, kind: 'bullet', depth: bullet[1]?.length ?? 0, rest: text.slice(bullet[0].length) }
  return LED.test(text.trimStart()) ? { line, kind: 'line', depth: 0, rest: text.trimStart() } : undefined
}

function isItem({ kind, rest, depth }: ItemStart): boolean {
  return LED.test(rest) || (kind === 'bullet' && depth < 2)
}

function begins(found: ItemStart, open: ItemStart | undefined): boolean {
  if (open === undefined || found.kind === 'heading') return true
  const hasId = LED.test(found.rest)
  if (found.kind === 'line') return hasId
  if (open.kind === 'bullet') return found.depth <= open.depth || (hasId && found.depth < 2)
  return hasId && !isOtherKind(found, open)
}

/** Below `### TASK-001` a bullet `- FR-002: ...` names what the task covers; only another TASK opens a new item. */
function isOtherKind(found: ItemStart, open: ItemStart): boolean {
  const [one, other] = [afterId(found.rest).id, afterId(open.rest).id]
  return one !== undefined && other !== undefined && idKindOf(one) !== idKindOf(other)
}

function itemOf({ line, kind, depth, rest }: ItemStart, block: readonly string[]): SpecItem {
  const { id, rest: words } = afterId(rest)
  return {
    ...(id !== undefined && { id }),
    text: words.trim(),
    block: block.join('\n').trimEnd(),
    line,
    ...(kind === 'heading' && { level: depth }),
  }
}
