import { blankGuidance } from '../store/documents/guidance.ts'
import { sections } from '../store/documents/markdown.ts'
import type { Files } from '../workspace/files.ts'
import { type Item, itemsIn } from './items/items.ts'
import { pathOf, TABLE, WRITTEN, type Written } from './stages.ts'

/** One section of a stage's file, by the field that it holds. */
export interface Part {
  readonly stage: Written
  readonly path: string
  readonly key: string
  /** Without explanations and block quotes, which name ids only as examples. Lines stay where they are. */
  readonly text: string
  /** The line, from 1, of its first line in the file. */
  readonly line: number
}

export interface PlacedItem extends Item {
  readonly stage: Written
  readonly path: string
  readonly key: string
}

/** Every section of every file that there is. */
export function partsIn(files: Files): Part[] {
  return WRITTEN.flatMap(stage => {
    const text = files.read(pathOf(stage))?.bytes.toString('utf8')
    return text === undefined ? [] : partsOf(stage, text)
  })
}

export function partsOf(stage: Written, source: string): Part[] {
  const text = withoutQuotes(source)
  const fields: readonly { key: string; title: string }[] = TABLE[stage].fields
  return sections(text)
    .filter(({ level }) => level === 2)
    .map(({ title, line, bodyStart, end }) => ({
      stage,
      path: pathOf(stage),
      key: fields.find(field => field.title === title)?.key ?? title,
      text: text.slice(bodyStart, end),
      line: line + 1,
    }))
}

export function itemsOf(parts: readonly Part[]): PlacedItem[] {
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
