import Anser from 'anser'
import type { Ranges } from './find-in-log.ts'

export interface StyledText {
  readonly text: string
  readonly className: string
  /** Colours beyond the sixteen that the tokens name. */
  readonly colour?: string
  readonly background?: string
  readonly marked?: boolean
}

const NAMED = /^ansi-(bright-)?(black|red|green|yellow|blue|magenta|cyan|white)$/
const DECORATED: Readonly<Record<string, string>> = {
  bold: 'font-bold',
  dim: 'opacity-80',
  italic: 'italic',
  underline: 'underline',
  strikethrough: 'line-through',
}
const FOREGROUND: Readonly<Record<string, string>> = {
  black: 'text-ansi-black',
  red: 'text-ansi-red',
  green: 'text-ansi-green',
  yellow: 'text-ansi-yellow',
  blue: 'text-ansi-blue',
  magenta: 'text-ansi-magenta',
  cyan: 'text-ansi-cyan',
  white: 'text-ansi-white',
}
/** Blocks of colour become the wash of their hue, on which text stays legible. */
const BACKGROUND: Readonly<Record<string, string>> = {
  black: 'bg-hover',
  red: 'bg-rust-wash',
  green: 'bg-sprout-wash',
  yellow: 'bg-amber-wash',
  blue: 'bg-sky-wash',
  magenta: 'bg-clay-wash',
  cyan: 'bg-sky-wash',
  white: 'bg-hover',
}

/** The text as a terminal would leave it, without its colours. */
export function withoutAnsi(text: string): string {
  const left = settled(text)
  return left.includes('\u001b') ? strip(left) : left
}

/** The text in pieces that look alike; what colours cannot say is dropped, nothing is ever HTML. */
export function ansiSegments(text: string): StyledText[] {
  const left = settled(text)
  if (!left.includes('\u001b')) return left === '' ? [] : [{ text: left, className: '' }]
  return Anser.ansiToJson(onlyColours(left), { json: true, remove_empty: true, use_classes: true }).map(toSegment)
}

/** Splits segments so that the ranges of a match stand alone. */
export function markRanges(pieces: readonly StyledText[], ranges: Ranges): StyledText[] {
  if (ranges.length === 0) return [...pieces]
  let start = 0
  return pieces.flatMap(piece => {
    const end = start + piece.text.length
    const cuts = ranges.flat().filter(at => at > start && at < end)
    const points = [start, ...cuts, end]
    const split = points.slice(1).map((to, index) => {
      const from = points[index] ?? start
      const marked = ranges.some(([first, last]) => from >= first && to <= last)
      return { ...piece, text: piece.text.slice(from - start, to - start), ...(marked && { marked }) }
    })
    start = end
    return split.filter(one => one.text !== '')
  })
}

/** A carriage return goes back to the start of the line: only what was written last is left. */
function settled(text: string): string {
  const line = text.endsWith('\r') ? text.slice(0, -1) : text
  const back = line.lastIndexOf('\r')
  return back < 0 ? line : line.slice(back + 1)
}

function strip(text: string): string {
  return onlyColours(text).replace(/\u001b\[[0-9;:]*m/g, '')
}

/** Drops links (OSC), cursor moves, single and broken escapes, keeps colours (SGR). */
function onlyColours(text: string): string {
  return text
    .replace(/\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?/g, '')
    .replace(/\u001b\[[0-9;:?<=>]*[ -/]*[@-ln-~]/g, '')
    .replace(/\u001b(?!\[)[@-_]?/g, '')
    .replace(/\u001b\[(?![0-9;:]*m)/g, '')
    .replace(/\u001b\[[0-9;:]*m/g, colour => colour.replaceAll(':', ';'))
}

function toSegment(entry: Anser.AnserJsonEntry): StyledText {
  const reversed = entry.decorations.includes('reverse')
  const [front, back] = reversed ? [entry.bg, entry.fg] : [entry.fg, entry.bg]
  const colour = front === 'ansi-truecolor' ? rgb(entry.fg_truecolor) : undefined
  const background = back === 'ansi-truecolor' ? rgb(entry.bg_truecolor) : undefined
  const block = colourClass(back, BACKGROUND) || (reversed ? 'bg-hover' : '')
  const className = [
    block,
    // Two colours of the program's choice may hide its words; on a block they are in ink.
    block === '' ? colourClass(front, FOREGROUND) : 'text-ink',
    ...entry.decorations.map(name => DECORATED[name] ?? ''),
  ].filter(Boolean)
  return {
    text: entry.content,
    className: className.join(' '),
    ...(colour !== undefined && { colour }),
    ...(background !== undefined && { background }),
  }
}

function colourClass(name: string | null, table: Readonly<Record<string, string>>): string {
  return table[NAMED.exec(name ?? '')?.[2] ?? ''] ?? ''
}

function rgb(value: string | null): string | undefined {
  return value === null || value === '' ? undefined : `rgb(${value})`
}
