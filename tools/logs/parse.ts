import type { Entry, Level } from './model.ts'

/** A line as JSON, as logfmt, or as words with a time and a level in them. */
export function parseLine(text: string): Entry {
  const json = text.startsWith('{') ? objectIn(text) : undefined
  if (json !== undefined) return fromObject(json, text)
  const level = levelIn(text)
  const time = timeIn(text)
  return { text, message: messageIn(text), ...(level !== undefined && { level }), ...(time !== undefined && { time }) }
}

/** Whether a line belongs to the one before it: the lines of a trace do. */
export function continues(text: string): boolean {
  return /^(?:\s+\S|\s*$|Caused by:|Traceback |\}|\.\.\. \d+ more)/.test(text)
}

const TIME_KEYS = ['time', 'timestamp', '@timestamp', 'ts', 'date', 'datetime']
const LEVEL_KEYS = ['level', 'severity', 'lvl', 'log.level', 'levelname']
const MESSAGE_KEYS = ['msg', 'message', 'event', 'error', 'err', 'text']

export function fromObject(json: Record<string, unknown>, text: string): Entry {
  const level = levelOf(first(json, LEVEL_KEYS))
  const time = timeOf(first(json, TIME_KEYS))
  const said = first(json, MESSAGE_KEYS)
  return {
    text,
    message: said === undefined ? text : typeof said === 'string' ? said : JSON.stringify(said),
    ...(level !== undefined && { level }),
    ...(time !== undefined && { time }),
  }
}

const WORDS: readonly (readonly [Level, RegExp])[] = [
  ['error', /\b(?:fatal|critical|crit|emerg|alert|error|err|severe|panic|exception|[A-Z]\w+(?:Error|Exception))\b/i],
  ['warning', /\b(?:warning|warn)\b/i],
  ['debug', /\b(?:debug|trace|verbose)\b/i],
  ['info', /\b(?:info|notice|information)\b/i],
]
/** Of a line of words only the beginning says its level; later ones are its content. */
const WHERE_LEVELS_ARE = 160
const ACCESS = /" (?<status>[1-5]\d\d) (?:\d+|-)(?: |$)/

function levelIn(text: string): Level | undefined {
  const named = /\b(?:level|lvl|severity)=("?)(\w+)\1/.exec(text)?.[2]
  if (named !== undefined) return levelOf(named)
  const status = ACCESS.exec(text)?.groups?.['status']
  if (status !== undefined) return status >= '500' ? 'error' : status >= '400' ? 'warning' : 'info'
  const head = text.slice(0, WHERE_LEVELS_ARE)
  return WORDS.find(([, word]) => word.test(head))?.[0]
}

/** A name, a number of pino and bunyan (30 is info), or a priority of syslog (below 8). */
export function levelOf(value: unknown): Level | undefined {
  const number = typeof value === 'number' ? value : /^\d+$/.test(String(value)) ? Number(value) : undefined
  if (number !== undefined) return number < 8 ? fromSyslog(number) : fromPino(number)
  if (typeof value !== 'string') return undefined
  return WORDS.find(([, word]) => word.test(value))?.[0]
}

function fromSyslog(priority: number): Level {
  if (priority <= 3) return 'error'
  if (priority === 4) return 'warning'
  return priority === 7 ? 'debug' : 'info'
}

function fromPino(level: number): Level {
  if (level >= 50) return 'error'
  if (level >= 40) return 'warning'
  return level >= 30 ? 'info' : 'debug'
}

const ISO = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/
const SLASHED = /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d/
const CLF = /\[(\d\d)\/(\w{3})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d{4})\]/

function timeIn(text: string): number | undefined {
  const head = text.slice(0, 200)
  const iso = ISO.exec(head)?.[0] ?? SLASHED.exec(head)?.[0].replaceAll('/', '-')
  if (iso !== undefined) return timeOf(iso.replace(',', '.').replace(' ', 'T'))
  const [, day, month, year, clock, zone] = CLF.exec(head) ?? []
  return day === undefined ? undefined : timeOf(`${day} ${month} ${year} ${clock} ${zone}`)
}

/** A date, or a number of seconds, milliseconds, microseconds or nanoseconds: told apart by its size. */
export function timeOf(value: unknown): number | undefined {
  const number =
    typeof value === 'number' ? value : /^\d{9,20}(?:\.\d+)?$/.test(String(value)) ? Number(value) : undefined
  const time = number === undefined ? Date.parse(String(value)) : inMilliseconds(number)
  return value === undefined || value === null || Number.isNaN(time) ? undefined : time
}

function inMilliseconds(number: number): number {
  if (number > 1e17) return number / 1e6
  if (number > 1e14) return number / 1e3
  return number > 1e11 ? number : number * 1000
}

/** Without what comes before the words: time, level, brackets. */
function messageIn(text: string): string {
  const named = /\b(?:msg|message)="((?:[^"\\]|\\.)*)"/.exec(text)?.[1]
  if (named !== undefined) return named
  const bare = text
    .replace(new RegExp(`^[[(]?${ISO.source}[\\])]?\\s*`), '')
    .replace(/^(?:\d{4}\/\d\d\/\d\d )?\d\d:\d\d:\d\d(?:[.,]\d+)?\s*/, '')
    .replace(/^[[(]?(?:fatal|critical|error|warning|warn|notice|info|debug|trace)[\])]?:?\s+/i, '')
  return bare === '' ? text : bare
}

function first(json: Record<string, unknown>, keys: readonly string[]): unknown {
  return keys.map(key => (Object.hasOwn(json, key) ? json[key] : undefined)).find(value => value !== undefined)
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
