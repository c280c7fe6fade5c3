import type { ReactNode } from 'react'
import { useRef } from 'react'
import { useShortcut } from '../keys/useShortcut.ts'

/** A list whose rows are walked with j and k; Enter opens the focused row's first link. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  useShortcut('list.next', () => step(list.current, 1))
  useShortcut('list.previous', () => step(list.current, -1))
  return (
    <ul ref={list} aria-label={label} className="divide-y divide-line">
      {children}
    </ul>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return (
    <li className="group relative px-5 py-3 transition-colors focus-within:bg-hover hover:bg-hover max-sm:px-4">
      {children}
    </li>
  )
}

function step(list: HTMLUListElement | null, by: 1 | -1): void {
  const rows = [...(list?.children ?? [])]
  const now = rows.findIndex(row => row.contains(document.activeElement))
  const next = rows[now < 0 ? (by > 0 ? 0 : rows.length - 1) : now + by]
  next?.querySelector<HTMLElement>('a, button')?.focus()
}
