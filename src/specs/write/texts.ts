import { blankGuidance } from '../../store/documents/markdown/guidance.ts'
import { sectionsOfMarkdown } from '../../store/documents/markdown/markdown.ts'
import type { Files } from '../../workspace/workspace-files.ts'
import { itemsIn, type SpecItem } from '../items/items.ts'
import { stagePath, TABLE, WRITTEN, type WrittenStage } from '../stages.ts'

/** One section of a stage's file, by the field that it holds. */
export interface SpecSection {
  readonly stage: WrittenStage
  readonly path: string
  readonly key: string
  /** Without explanations and block quotes, which name ids only as examples. Lines stay where they are. */
  readonly text: string
  /** The line, from 1, of its first line in the file. */
  readonly line: number
}

export interface PlacedItem extends SpecItem {
  readonly stage: WrittenStage
  readonly path: string
  readonly key: string
}

/** Every section of every file that there is. */
export function sectionsInFiles(files: Files): SpecSection[] {
  return WRITTEN.flatMap(stage => {
    const text = files.read(stagePath(stage))?.bytes.toString('utf8')
    return text === undefined ? [] : sectionsOfStage(stage, text)
  })
}

export function sectionsOfStage(stage: WrittenStage, source: string): SpecSection[] {
  const text = withoutQuotes(source)
  const fields: readonly { key: string; title: string }[] = TABLE[stage].fields
  return sectionsOfMarkdown(text)
    .filter(({ level }) => level === 2)
    .map(({ title, line, bodyStart, end }) => ({
      stage,
      path: stagePath(stage),
      key: fields.find(field => field.title === title)?.key ?? title,
      text: text.slice(bodyStart, end),
      line: line + 1,
    }))
}

export function itemsOf(parts: readonly SpecSection[]): PlacedItem[] {
  return parts.flatMap(({ stage, path, key, text, line }) =>
    itemsIn(text).map(item => ({ ...item, line: item.line + line - 1, stage, path, key })),
  )
}

function withoutQuotes(text: string): string {
  return blankGuidance(text)
    .split('\n')
    .map(line => (/^ {0,3}>/.test(line) ? '' : line))
    .join('\n')
}
