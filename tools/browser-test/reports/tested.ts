export interface Attached {
  readonly name: string
  /** A file, or its bytes in base64. */
  readonly path?: string
  readonly base64?: string
}

/** One test as any runner reports it. */
export interface Tested {
  readonly name: string
  readonly status: 'passed' | 'failed' | 'skipped' | 'flaky'
  readonly file?: string
  readonly line?: number
  readonly column?: number
  readonly duration_ms?: number
  readonly message?: string
  readonly attachments?: readonly Attached[]
}

const CODE_PLACE = /((?:\/|\.{0,2}\/)?[\w@./-]+\.(?:[cm]?[jt]sx?|py|rb|java|kt|go|rs|cs|php)):(\d+)(?::(\d+))?/g

/** The first place that a failure names outside of packages and of Node itself. */
export function placeIn(text: string): Pick<Tested, 'file' | 'line' | 'column'> {
  for (const [, file = '', line, column] of text.matchAll(CODE_PLACE)) {
    if (file.includes('node_modules') || file.startsWith('node:')) continue
    return { file, line: Number(line), ...(column !== undefined && { column: Number(column) }) }
  }
  return {}
}

const ANSI = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[A-Za-z]`, 'g')
const LONGEST_MESSAGE = 4000

export function plainMessage(text: string): string {
  return text.replace(ANSI, '').trim().slice(0, LONGEST_MESSAGE)
}
