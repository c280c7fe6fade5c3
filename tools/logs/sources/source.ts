import type { ToolContext } from '../../_shared/tool.ts'
import type { Entry, Input, Range } from '../model.ts'

export interface Asked {
  input: Input
  range: Range
  context: ToolContext
  /** Whether more is wanted. */
  take(entry: Entry): boolean
}

/** Gives what it finds to `take`, oldest first, until that is enough. */
export type Source = (asked: Asked) => Promise<void>
