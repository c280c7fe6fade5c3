import type { Paint } from './paint.ts'
import { padTo, widthOf } from './text-width.ts'

interface TableStyle {
  readonly paint: Paint
  readonly columns: number
  readonly inline: (cell: string) => string
}

const GAP = '  '

export function isTableStart(lines: readonly string[], at: number): boolean {
  return (lines[at] ?? '').trimStart().startsWith('|') && /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/.test(lines[at + 1] ?? '')
}

/** Columns in line; a table wider than the terminal becomes one block per row. */
export function tableLines(lines: readonly string[], look: TableStyle): string[] {
  const [head = [], , ...rows] = lines.map(line => cellsOf(line).map(look.inline))
  const right = cellsOf(lines[1] ?? '').map(rule => rule.endsWith(':') && !rule.startsWith(':'))
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map(row => widthOf(row[column] ?? ''))))
  const total = widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length)
  if (total > look.columns && rows.length > 0) return rows.flatMap(row => blockOf(head, row, look.paint))
  const line = (row: readonly string[]) =>
    widths
      .map((width, column) => aligned(row[column] ?? '', width, right[column] === true))
      .join(GAP)
      .trimEnd()
  return [look.paint.bold(line(head)), ...rows.map(line)]
}

function aligned(cell: string, width: number, right: boolean): string {
  return right ? ' '.repeat(Math.max(0, width - widthOf(cell))) + cell : padTo(cell, width)
}

function blockOf(head: readonly string[], row: readonly string[], paint: Paint): string[] {
  const width = Math.max(...head.map(widthOf))
  return [...head.map((title, column) => `${paint.bold(padTo(title, width))}${GAP}${row[column] ?? ''}`.trimEnd()), '']
}

/** The cells of a row; `\|` is a bar inside a cell. */
function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map(cell => cell.trim().replaceAll('\\|', '|'))
}
