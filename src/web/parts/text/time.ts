const UNITS = [
  { name: 'day', ms: 86_400_000 },
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: 60_000 },
] as const

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })

/** `just now`, `4 minutes ago`, `yesterday`; after a month the date. */
export function relative(at: number, now: number): string {
  const passed = now - at
  if (passed > 30 * 86_400_000) return day.format(at)
  const unit = UNITS.find(({ ms }) => Math.abs(passed) >= ms)
  return unit === undefined ? 'just now' : words.format(-Math.trunc(passed / unit.ms), unit.name)
}

export function absolute(at: string): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime())
    ? at
    : date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
}

/** `84 ms`, `2.5 s`, `42 s`, `3 min 05 s`, `2 h 04 min` */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 10_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`
  const seconds = Math.floor(ms / 1_000)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`
  return `${Math.floor(seconds / 3_600)} h ${two(Math.floor(seconds / 60) % 60)} min`
}

/** `812 B`, `4.2 KB`, `16 MB` */
export function bytes(count: number): string {
  if (count < 1_000) return `${count} B`
  const [unit, size] = count < 1e6 ? ['KB', count / 1e3] : count < 1e9 ? ['MB', count / 1e6] : ['GB', count / 1e9]
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
