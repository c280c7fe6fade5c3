import { type Refused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'

export type DocumentKey = string | number
export type DocumentPath = readonly DocumentKey[]

/** A state file that is edited in place: whatever an edit does not name keeps its bytes. */
export interface EditableDocument {
  /** The content as plain data: null-prototype objects, own keys only, a fresh copy at each call. */
  data(): unknown
  /** Replaces what is at `path`; missing parents are made; an index equal to the length appends. */
  set(path: DocumentPath, value: unknown): void
  /** Removing what is not there changes nothing. */
  remove(path: DocumentPath): void
  /** The line, from 1, of what the file says at `path`, or of its nearest parent. */
  lineOf(path: readonly PropertyKey[]): number | undefined
  print(): string
}

export interface DocumentLimits {
  readonly maxBytes?: number
  readonly maxDepth?: number
}

export const DEFAULT_LIMITS = { maxBytes: 1024 * 1024, maxDepth: 64 } as const satisfies DocumentLimits

export interface TextPosition {
  readonly line?: number
  readonly column?: number
  readonly field?: string
}

/** An unreadable file is named and kept, never taken for an empty one. */
export function damaged(path: string, what: string, place: TextPosition = {}): Refused {
  const at = place.line === undefined ? path : `${path}:${place.line}`
  return refuse('damaged', `${at} ${what}.`, { target: path, fix: shell`furrow doctor`, details: { ...place } })
}

/** Line and column, both from 1, of an offset in a text. */
export function textPositionAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: offset - lineStart + 1 }
}

/** The text of a document, with its path for messages. */
export interface DocumentSource {
  readonly text: string
  readonly path: string
  readonly limits: DocumentLimits
}
