import { placeIn, plainMessage, type Tested } from './tested.ts'

const LINE =
  /^(?<indent> *)(?<not>not )?ok\b *(?<number>\d+)? *-? *(?<name>.*?)(?: +# *(?<word>skip|todo|time)\b *(?<reason>.*))?$/i

interface Row extends Tested {
  readonly indent: number
}

/** https://testanything.org/tap-version-14-specification.html; a line above its own tests only sums them up. */
export function tapTests(source: string): Tested[] | undefined {
  const lines = source.split(/\r?\n/)
  if (!lines.some(line => /^\s*TAP version \d+|^1\.\.\d+/.test(line))) return undefined
  const rows = lines.flatMap((line, index) => rowAt(lines, line, index) ?? [])
  const sums = new Set(
    rows.filter((row, index) => (rows[index - 1]?.indent ?? 0) > row.indent && row.status !== 'failed'),
  )
  const failed = (row: Row, index: number) => (rows[index - 1]?.indent ?? 0) > row.indent && hasFailedBelow(rows, index)
  return rows.filter((row, index) => !sums.has(row) && !failed(row, index)).map(({ indent: _, ...test }) => test)
}

function hasFailedBelow(rows: readonly Row[], index: number): boolean {
  const own = rows[index]?.indent ?? 0
  for (let before = index - 1; before >= 0 && (rows[before]?.indent ?? 0) > own; before -= 1)
    if (rows[before]?.status === 'failed') return true
  return false
}

function rowAt(lines: readonly string[], line: string, index: number): Row | undefined {
  const found = LINE.exec(line)?.groups
  if (found === undefined) return undefined
  const { indent = '', name = '', word = '' } = found
  const isFailed = found['not'] !== undefined && !/^(?:todo|skip)$/i.test(word)
  const details = detailsAfter(lines, index)
  const duration = /^\s*duration_ms: *([\d.]+)/m.exec(details)?.[1]
  const message = plainMessage(details.replace(/^\s*(?:---|\.\.\.)\s*$/gm, '').replace(/^ {2}/gm, ''))
  return {
    indent: indent.length,
    name: name.trim() || `test ${found['number'] ?? ''}`.trim(),
    status: isFailed ? 'failed' : /^(?:skip|todo)$/i.test(word) ? 'skipped' : 'passed',
    ...(duration !== undefined && { duration_ms: Math.round(Number(duration)) }),
    ...(isFailed && { message, ...placeIn(details) }),
  }
}

const MOST_DETAILS = 60

/** The block of YAML that may follow, or lines that begin with `#`. */
function detailsAfter(lines: readonly string[], index: number): string {
  const after = lines.slice(index + 1, index + 1 + MOST_DETAILS)
  const begins = /^\s*---\s*$/.test(after[0] ?? '')
  const end = after.findIndex(line => (begins ? /^\s*\.\.\.\s*$/.test(line) : !/^\s*#/.test(line)))
  return after.slice(0, end < 0 ? after.length : end + (begins ? 1 : 0)).join('\n')
}
