import { useShortcut } from '../../keys/useShortcut.ts'
import { classes } from '../../parts/classes.ts'
import type { Selection } from '../../parts/selection/useSelection.ts'
import { ChangeCard } from './ChangeCard.tsx'
import type { ChangeColumn } from './group-changes.ts'

/** Columns side by side where there is room, one below the other on a phone. j and k walk through the cards. */
export function Board({ columns, selection }: { columns: readonly ChangeColumn[]; selection: Selection }) {
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
        <BoardColumn key={column.key} column={column} selection={selection} />
      ))}
    </section>
  )
}

function BoardColumn({ column, selection }: { column: ChangeColumn; selection: Selection }) {
  const id = `column-${column.key}`
  return (
    <section
      aria-labelledby={id}
      className={classes('min-w-0 rounded-lg border border-line bg-sunk/60 p-2', column.total === 0 && 'max-md:hidden')}
    >
      <h2 id={id} className="flex items-center justify-between px-2 pt-1 pb-2.5 text-sm font-semibold">
        {column.title}
        <span className="tabular text-xs font-normal text-faint">{column.total}</span>
      </h2>
      <ul className="space-y-2">
        {column.changes.map(change => (
          <li key={change.id}>
            <ChangeCard change={change} ticked={selection.has(change.id)} onTick={() => selection.toggle(change.id)} />
          </li>
        ))}
      </ul>
      {column.total === 0 && <p className="px-2 pb-2 text-xs text-faint">Nothing here</p>}
      {column.total > column.changes.length && (
        <p className="px-2 pt-2 pb-1 text-xs text-faint">
          {column.total - column.changes.length} more below, in older changes
        </p>
      )}
    </section>
  )
}

function step(by: 1 | -1): void {
  const cards = [...document.querySelectorAll<HTMLElement>('main [data-card]')]
  const now = cards.indexOf(document.activeElement as HTMLElement)
  cards[now < 0 ? (by > 0 ? 0 : cards.length - 1) : now + by]?.focus()
}
