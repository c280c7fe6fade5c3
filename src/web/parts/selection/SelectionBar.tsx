import type { ReactNode } from 'react'
import { Button } from '../input/Button.tsx'
import type { Bulk, useBulk } from './useBulk.ts'
import type { Selection } from './useSelection.ts'

/** Its items are those of the selection that it applies to. */
export interface BulkAction extends Bulk {
  readonly label: string
  /** Why it cannot be done with any of them. */
  readonly reason: string
}

interface SelectionBarProps {
  readonly selection: Selection
  readonly bulk: ReturnType<typeof useBulk>
  readonly actions: readonly BulkAction[]
  readonly children?: ReactNode
}

/** How many are selected, what can be done with all of them at once, and what was refused. */
export function SelectionBar({ selection, bulk, actions, children }: SelectionBarProps) {
  const failures = bulk.data ?? []
  if (selection.ids.length === 0 && failures.length === 0) return null
  return (
    <section
      aria-label="Selected"
      className="sticky top-2 z-20 mb-4 flex flex-wrap items-center gap-3 rounded-lg border border-line bg-panel px-4 py-2.5 shadow-float"
    >
      <span role="status" className="tabular font-medium">
        {selection.ids.length} selected
      </span>
      {children}
      {actions.map(({ label, reason, ...action }) => (
        <Button
          key={label}
          size="small"
          busy={bulk.isPending}
          reason={action.items.length === 0 ? reason : undefined}
          onClick={() => bulk.mutate(action)}
        >
          {nameOf(label, action.items.length, selection.ids.length)}
        </Button>
      ))}
      <Button
        size="small"
        kind="quiet"
        onClick={() => {
          selection.clear()
          bulk.reset()
        }}
      >
        Clear
      </Button>
      {failures.length > 0 && (
        <ul role="alert" className="basis-full text-sm text-rust">
          {failures.map(({ label, message }) => (
            <li key={label} className="break-words">
              {label}: {message}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** `Archive 2` where it applies to some of the selected only. */
function nameOf(label: string, applies: number, selected: number): string {
  return applies > 0 && applies < selected ? `${label} ${applies}` : label
}
