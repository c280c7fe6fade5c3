import { type Refused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type MarkdownLine, markdownLines } from '../../store/documents/markdown/markdown-lines.ts'
import type { WrittenStage } from '../stages.ts'
import type { StageValues } from '../write/document.ts'
import { afterId, itemIdsIn, itemsIn } from './items.ts'

/** A row of a table gets no id, so nothing would cover it: it is refused instead of being lost. */
export function rowProblem(stage: WrittenStage, values: StageValues, fields: readonly string[]): Refused | undefined {
  const defined = new Set(fields.flatMap(field => itemsIn(values[field] ?? '').flatMap(({ id }) => id ?? [])))
  for (const field of fields) {
    const row = looseRow(values[field] ?? '', defined)
    if (row !== undefined) return refused(stage, field, row)
  }
  return undefined
}

interface TableLine {
  readonly text: string
  readonly line: number
}

function refused(stage: WrittenStage, field: string, { text, line }: TableLine): Refused {
  const says = `Line ${line} of ${field} is the row of a table (${JSON.stringify(text.slice(0, 60))}), and rows get no ids.`
  return refuse(
    'usage',
    `${says} Nothing was written. Write each row as an item, "- ...", or indent the table below the item that it belongs to.`,
    { target: field, fix: shell`furrow guide spec-${stage}` },
  )
}

/** The first row that stands for itself: not below an item that announces it, and not about items that are defined. */
function looseRow(text: string, defined: ReadonlySet<string>): TableLine | undefined {
  const { lines } = markdownLines(text)
  let isOwned = false
  for (const [index, { text: line, opaque }] of lines.entries()) {
    if (opaque || line.trim() === '') continue
    if (!ROW.test(line)) isOwned = owns(line)
    else if (!isOwned && isBodyRow(lines, index) && !isAbout(line, defined)) return { text: line, line: index + 1 }
  }
  return undefined
}

const ROW = /^ ?\|/
const RULE = /^ ?\|[\s:|-]*-[\s:|-]*$/

/** A heading or bold line with an id owns what is below, and so does a line that ends with a colon. */
function owns(line: string): boolean {
  const words = line.trim().replace(/^#+\s+/, '')
  const isTitle = words !== line.trim() || /^(?:\*\*.*\*\*|__.*__)$/.test(words)
  return (isTitle && afterId(words).id !== undefined) || words.endsWith(':')
}

/** Neither the head of a table nor the rule below it. */
function isBodyRow(lines: readonly MarkdownLine[], index: number): boolean {
  const line = lines[index]?.text ?? ''
  return !RULE.test(line) && !RULE.test(lines[index + 1]?.text ?? '')
}

function isAbout(line: string, defined: ReadonlySet<string>): boolean {
  return itemIdsIn(line).some(id => defined.has(id))
}
