import { useShortcut } from '../keys/useShortcut.ts'
import { classes } from '../parts/classes.ts'
import type { Column } from './board.ts'
import { ChangeCard } from './ChangeCard.tsx'

/** Columns side by side where there is room, one below the other on a phone. j and k walk through the cards. */
export function Board({ columns }: { columns: readonly Column[] }) {
  useShortcut('list.next', () => step(1))
  useShortcut('list.previous', () => step(-1))
  return (
    <section
      aria-label="Board"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="grid gap-3 md:auto-cols-[minmax(13.5rem,1fr)] md:grid-flow-col md:overflow-x-auto md:pb-3"
    >
      {columns.map(column => (
        <BoardColumn key={column.key} column={column} />
      ))}
    </section>
  )
}

function BoardColumn({ column }: { column: Column }) {
  const id = `column-${column.key}`
  return (
    <section
      aria-labelledby={id}
      className={classes(
        'min-w-0 rounded-lg border border-line bg-sunk/60 p-2',
        column.changes.length === 0 && 'max-md:hidden',
      )}
    >
      <h2 id={id} className="flex items-center justify-between px-2 pt-1 pb-2.5 text-sm font-semibold">
        {column.title}
        <span className="tabular text-xs font-normal text-faint">{column.changes.length}</span>
      </h2>
      <ul className="space-y-2">
        {column.changes.map(change => (
          <li key={change.id}>
            <ChangeCard change={change} />
          </li>
        ))}
      </ul>
      {column.changes.length === 0 && <p className="px-2 pb-2 text-xs text-faint">Nothing here</p>}
    </section>
  )
}

function step(by: 1 | -1): void {
  const cards = [...document.querySelectorAll<HTMLElement>('main [data-card]')]
  const now = cards.indexOf(document.activeElement as HTMLElement)
  cards[now < 0 ? (by > 0 ? 0 : cards.length - 1) : now + by]?.focus()
}
