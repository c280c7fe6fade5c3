import type { Problem } from '../_shared/problems.ts'
import { type Entry, LEVELS, type Level, type Range } from './model.ts'
import { continues } from './parse.ts'
import { isWithin } from './range.ts'

export interface Wanted {
  range: Range
  level: Level | 'all'
  grep?: string
  limit: number
}

export interface ErrorGroup {
  count: number
  message: string
  first?: string
  last?: string
  /** The newest of them, with the lines of its trace. */
  sample: string[]
}

export interface Collected {
  scanned: number
  matched: number
  counts: Record<Level | 'other', number>
  errors: ErrorGroup[]
  problems: Problem[]
  /** The last of those that matched. */
  lines: string[]
}

export interface Collector {
  /** Whether there is room for more. */
  take(entry: Entry): boolean
  done(): Collected
}

const MOST_GROUPS = 200
const MOST_SAMPLE_LINES = 30
const MOST_KEPT_LINES = 200

/** Counts, filters and groups what comes, in memory that does not grow with it. */
export function collector(wanted: Wanted, onLine: (entry: Entry) => void): Collector {
  const matches = matcher(wanted.grep)
  const counts = { error: 0, warning: 0, info: 0, debug: 0, other: 0 }
  const groups = new Map<string, ErrorGroup>()
  const lines: string[] = []
  let [scanned, matched] = [0, 0]
  let open: ErrorGroup | undefined
  let shown = false
  let clock: number | undefined

  const keep = (entry: Entry) => {
    lines.push(entry.text)
    if (lines.length > MOST_KEPT_LINES) lines.shift()
    onLine(entry)
  }
  return {
    take(entry) {
      scanned += 1
      if (continues(entry.text) && scanned > 1) {
        if (open !== undefined && open.sample.length < MOST_SAMPLE_LINES) open.sample.push(entry.text)
        if (shown) keep(entry)
        return true
      }
      // A line without a time is of the time of the one before it.
      clock = entry.time ?? clock
      shown = isWithin(wanted.range, clock) && isLevel(wanted.level, entry.level) && matches(entry.text)
      open = undefined
      if (!shown) return true
      matched += 1
      counts[entry.level ?? 'other'] += 1
      if (entry.level === 'error') open = grouped(groups, entry)
      keep(entry)
      return matched < wanted.limit
    },
    done() {
      const errors = [...groups.values()].sort((a, b) => b.count - a.count).slice(0, 50)
      return { scanned, matched, counts, errors, problems: errors.flatMap(placeOf), lines }
    },
  }
}

function grouped(groups: Map<string, ErrorGroup>, { message, text, time }: Entry): ErrorGroup | undefined {
  const key = fingerprint(message)
  const known = groups.get(key)
  if (known === undefined && groups.size >= MOST_GROUPS) return undefined
  const at = time === undefined ? {} : { last: new Date(time).toISOString() }
  const group: ErrorGroup = known ?? {
    count: 0,
    message: message.slice(0, 500),
    sample: [],
    ...(at.last && { first: at.last }),
  }
  group.count += 1
  Object.assign(group, at)
  group.sample = [text]
  groups.set(key, group)
  return group
}

/** The same error says the same words, whatever numbers, ids and quotes are in them. */
export function fingerprint(message: string): string {
  return message
    .slice(0, 500)
    .replace(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/gi, '#')
    .replace(/\b(?:0x)?[0-9a-f]{12,}\b/gi, '#')
    .replace(/\d+(?:\.\d+)*/g, '#')
    .replace(/"[^"]*"|'[^']*'/g, '"#"')
    .replace(/\s+/g, ' ')
    .toLowerCase()
}

function isLevel(wanted: Level | 'all', level: Level | undefined): boolean {
  return wanted === 'all' || LEVELS.indexOf(level ?? 'info') <= LEVELS.indexOf(wanted)
}

function matcher(grep: string | undefined): (text: string) => boolean {
  if (grep === undefined) return () => true
  const [, source, flags] = /^\/(.+)\/([i]?)$/.exec(grep) ?? []
  if (source !== undefined) return text => new RegExp(source, flags).test(text)
  const words = grep.toLowerCase()
  return text => text.toLowerCase().includes(words)
}

const FRAMES: readonly RegExp[] = [
  /^\s+at .*?\(?(?:file:\/\/)?(?<file>[^\s():]+):(?<line>\d+):(?<column>\d+)\)?$/,
  /^\s+File "(?<file>[^"]+)", line (?<line>\d+)/,
  /^\s+at [\w.$<>]+\((?<file>[\w.-]+):(?<line>\d+)\)$/,
  /^\s+(?<file>\/?[\w./-]+\.go):(?<line>\d+)/,
]

/** Where an error came from: the first frame of its trace that is no part of a runtime or a package. */
function placeOf({ message, sample }: ErrorGroup): Problem[] {
  for (const line of sample) {
    const {
      file,
      line: number,
      column,
    } = FRAMES.map(frame => frame.exec(line)?.groups).find(found => found !== undefined) ?? {}
    if (file === undefined || /node_modules|^node:|site-packages|\/usr\/lib/.test(file)) continue
    return [
      {
        file,
        line: Number(number),
        ...(column !== undefined && { column: Number(column) }),
        severity: 'error',
        message,
      },
    ]
  }
  return []
}
