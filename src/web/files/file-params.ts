import { parseLines } from '../ask/ask-params.ts'

/** The file that the page shows, and the lines it begins at: `10-24`. */
export interface FileSearch {
  readonly path?: string
  readonly line?: string
}

export function fileSearch(raw: Record<string, unknown>): FileSearch {
  const line = typeof raw.line === 'number' ? String(raw.line) : raw.line
  return {
    ...(typeof raw.path === 'string' && raw.path !== '' && { path: raw.path }),
    ...(typeof line === 'string' && parseLines(line) !== undefined && { line }),
  }
}
