/** Where a line of a run's output came from. */
export const levels = { stdout: 'o', stderr: 'e', progress: 'p', note: 'n' } as const
export type LogLevel = keyof typeof levels

export interface OutputLine {
  readonly kind: 'line'
  /** Counted from 1 through the whole output, lines that were cut out included. */
  readonly line: number
  readonly time: number
  readonly level: LogLevel
  /** It goes on where the previous line of its level stopped: at the cap, or because nothing came for a while. */
  readonly continued: boolean
  /** No line break had come when it was written: it goes on in the next line of its level, or nowhere. */
  readonly open: boolean
  readonly text: string
  /** What the line says to a program, beside its text: how far a run is, what it attached. Without blanks. */
  readonly detail?: string
}

/** Lines that are no longer kept: the middle of a log beyond its cap. */
export interface LogCut {
  readonly kind: 'cut'
  readonly line: number
  readonly lines: number
}

export type OutputEntry = OutputLine | LogCut

/**
 * On disk an entry is `<milliseconds> <level>[=<detail>][+][~] <text>`, one per line: cheap to append, to tail by offset
 * and to read with other tools. The text is as the program wrote it; what is not UTF-8 is replaced when it is read.
 */
export function entryHeadOf(
  time: number,
  level: LogLevel,
  { continued = false, open = false, detail }: EntryFlags = {},
): string {
  return `${time} ${levels[level]}${detail === undefined ? '' : `=${detail}`}${continued ? '+' : ''}${open ? '~' : ''} `
}

interface EntryFlags {
  readonly continued?: boolean
  readonly open?: boolean
  readonly detail?: string | undefined
}

/** Any value as a detail of a line: nothing in it ends the head of an entry. */
export function entryDetailOf(value: unknown): string {
  return encodeURIComponent(JSON.stringify(value)).replaceAll('~', '%7E')
}

export function readDetail(detail: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(detail))
  } catch {
    return undefined
  }
}

/** The last entry of a log that was closed. */
export const END = 'end'

const SHAPE = /^(\d{1,16}) ([a-z])(?:=([^ +~]*))?(\+?)(~?) /
const names = new Map(Object.entries(levels).map(([name, code]) => [code as string, name as LogLevel]))

/** A line that is not of the shape was torn by a crash; it is shown as it is. */
export function parseEntry(text: string, line: number): OutputLine {
  const head = SHAPE.exec(text)
  const level = names.get(head?.[2] ?? '')
  if (head === null || level === undefined)
    return { kind: 'line', line, time: 0, level: 'note', continued: false, open: false, text }
  return {
    kind: 'line',
    line,
    time: Number(head[1]),
    level,
    continued: head[4] === '+',
    open: head[5] === '~',
    text: text.slice(head[0].length),
    ...(head[3] !== undefined && { detail: head[3] }),
  }
}
