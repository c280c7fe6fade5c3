import { type TaskLine, taskLinesOf } from '../../../shared/task-lines.ts'
import type { MarkdownBlock, MarkdownItem } from './parse.ts'

export interface ShownTask extends TaskLine {
  /** Counted from 1. */
  readonly number: number
}

/** Which task of the text each item is; none when the two ways of reading the text do not see the same tasks. */
export function tasksIn(text: string, blocks: readonly MarkdownBlock[]): ReadonlyMap<MarkdownItem, ShownTask> {
  const lines = taskLinesOf(text)
  const items = itemsOf(blocks).filter(({ done }) => done !== undefined)
  const isSame = lines.length === items.length && items.every((item, at) => item.done === lines[at]?.done)
  if (!isSame) return new Map()
  return new Map(
    lines.flatMap((line, at) => (items[at] === undefined ? [] : [[items[at], { ...line, number: at + 1 }]])),
  )
}

function itemsOf(blocks: readonly MarkdownBlock[]): MarkdownItem[] {
  return blocks.flatMap(block => {
    if (block.kind === 'quote') return itemsOf(block.children)
    return block.kind === 'list' ? block.items.flatMap(item => [item, ...itemsOf(item.children)]) : []
  })
}
