import { useState } from 'react'
import { classes } from '../../parts/classes.ts'
import { Button } from '../../parts/input/Button.tsx'
import { count } from '../../parts/text/time.ts'
import { useCopy } from '../../parts/text/useCopy.ts'
import { cellText, type Grid, toCsv } from './shape.ts'

const AT_FIRST = 200

/** Rows and columns, sorted by a click on a column; the whole goes to a sheet program as CSV. */
export function Table({ grid }: { grid: Grid }) {
  const [sorting, setSorting] = useState<{ column: number; down: boolean }>()
  const [all, setAll] = useState(false)
  const [copied, copy] = useCopy()
  const rows = sorting === undefined ? grid.rows : sorted(grid.rows, sorting)
  const shown = all ? rows : rows.slice(0, AT_FIRST)
  if (rows.length === 0) return <p className="text-soft">There is nothing to list: no rows.</p>
  const sortBy = (column: number) => setSorting({ column, down: sorting?.column === column && !sorting.down })
  return (
    <div className="min-w-0">
      <div className="mb-2 flex items-center justify-between gap-2 text-xs text-faint">
        <span>{count(grid.rows.length, 'row')}</span>
        <Button size="small" kind="quiet" icon={copied ? 'check' : 'copy'} onClick={() => copy(toCsv(grid))}>
          {copied ? 'Copied' : 'Copy as CSV'}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section aria-label="Table" tabIndex={0} className="max-h-[70vh] overflow-auto rounded-md border border-line">
        <table className="w-full border-collapse text-left text-[0.8125rem]">
          <thead className="sticky top-0 bg-sunk">
            <tr>
              {grid.columns.map((name, column) => (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
                  key={column}
                  scope="col"
                  aria-sort={sorting?.column !== column ? 'none' : sorting.down ? 'descending' : 'ascending'}
                  className="border-b border-line p-0 font-medium"
                >
                  <button
                    type="button"
                    onClick={() => sortBy(column)}
                    className={classes(
                      'w-full px-3 py-2 whitespace-nowrap hover:bg-hover',
                      isNumeric(grid, column) ? 'text-right' : 'text-left',
                    )}
                  >
                    {name}
                    {sorting?.column === column && <span aria-hidden="true">{sorting.down ? ' ↓' : ' ↑'}</span>}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
              <tr key={index} className="border-line not-last:border-b hover:bg-hover">
                {grid.columns.map((_, column) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity
                    key={column}
                    className={classes('px-3 py-1.5 align-top tabular', lookOf(row[column]))}
                    title={cellText(row[column])}
                  >
                    <span className="line-clamp-4">
                      {row[column] === null ? <span className="text-faint">null</span> : cellText(row[column])}
                    </span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shown.length < rows.length && (
        <Button size="small" kind="quiet" className="mt-2" onClick={() => setAll(true)}>
          Show all {rows.length.toLocaleString('en')}
        </Button>
      )}
    </div>
  )
}

/** By the first that says anything. */
function isNumeric({ rows }: Grid, column: number): boolean {
  return typeof rows.find(row => row[column] !== null && row[column] !== undefined)?.[column] === 'number'
}

const LONG = 40

/** Numbers stand under each other, short texts on one line, and sentences have room for some. */
function lookOf(cell: unknown): string {
  if (typeof cell === 'number') return 'text-right whitespace-nowrap'
  return cellText(cell).length <= LONG ? 'whitespace-nowrap' : 'max-w-[32rem] min-w-64 break-words'
}

function sorted(rows: Grid['rows'], { column, down }: { column: number; down: boolean }): Grid['rows'] {
  return [...rows].sort((a, b) => compare(a[column], b[column]) * (down ? -1 : 1))
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return cellText(a).localeCompare(cellText(b), undefined, { numeric: true })
}
