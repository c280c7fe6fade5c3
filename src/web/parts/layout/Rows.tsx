import type { ReactNode } from 'react'
import { useShortcut } from '../../keys/useShortcut.ts'

/** A list whose rows are walked with j and k, on through the other lists of the page; Enter opens the focused one. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  useShortcut('list.next', () => step(1))
  useShortcut('list.previous', () => step(-1))
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {children}
    </ul>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return (
    <li
      data-row
      className="group relative px-5 py-3 transition-colors focus-within:bg-hover hover:bg-hover max-sm:px-4"
    >
      {children}
    </li>
  )
}

function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll('main [data-row]')]
  const now = rows.findIndex(row => row.contains(document.activeElement))
  const next = rows[now < 0 ? (by > 0 ? 0 : rows.length - 1) : now + by]
  next?.querySelector<HTMLElement>('a, button')?.focus()
}
