export interface AskSearch {
  /** What the list of threads is searched for. */
  readonly q?: string
  /** Threads in the trash instead. */
  readonly trash?: 'on'
}

/** The state of a thread's page that its address holds. */
export interface ThreadSearch extends AskSearch {
  /** The file that is open beside the thread, and the lines that are cited: `10-24`. */
  readonly file?: string
  readonly line?: string
}

export function askSearch(raw: Record<string, unknown>): AskSearch {
  return {
    ...(typeof raw.q === 'string' && raw.q !== '' && { q: raw.q }),
    ...(raw.trash === 'on' && { trash: 'on' as const }),
  }
}

export function threadSearch(raw: Record<string, unknown>): ThreadSearch {
  const file = typeof raw.file === 'string' && raw.file !== '' ? raw.file : undefined
  const line = typeof raw.line === 'string' && parseLines(raw.line) !== undefined ? raw.line : undefined
  return { ...askSearch(raw), ...(file !== undefined && { file }), ...(line !== undefined && { line }) }
}

export type CitedLineRange = readonly [number, number]

/** `10-24` and `10` as the first and the last line. */
export function parseLines(text: string): CitedLineRange | undefined {
  const [, first, last] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text) ?? []
  if (first === undefined) return undefined
  const [a, b] = [Number(first), Number(last ?? first)]
  return a < 1 || b < a ? undefined : [a, b]
}

export function spellLines([first, last]: CitedLineRange): string {
  return first === last ? String(first) : `${first}-${last}`
}
