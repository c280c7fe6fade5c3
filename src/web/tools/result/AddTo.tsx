import { lazy, Suspense, useState } from 'react'
import type { Interaction } from '../../../tools/model.ts'
import { Ref } from '../../board/cards/Refs.tsx'
import { Menu } from '../../parts/input/Menu.tsx'
import type { AddTarget } from './AddToDialog.tsx'

const AddToDialog = lazy(() => import('./AddToDialog.tsx'))

const ITEMS: readonly { readonly target: AddTarget; readonly label: string }[] = [
  { target: 'task', label: 'New task' },
  { target: 'bug', label: 'File a bug' },
  { target: 'feature', label: 'New feature' },
  { target: 'investigation', label: 'New investigation' },
  { target: 'ponder', label: 'New ponder' },
  { target: 'feedback', label: 'Feedback' },
]

/** Makes the result into work. What is selected on the page when the menu opens is carried over alone. */
export function AddTo({ interaction }: { interaction: Interaction }) {
  const [open, setOpen] = useState<{ target: AddTarget; label: string; selection: string }>()
  const [selection, setSelection] = useState('')
  return (
    // The selection is gone as soon as the menu has the focus.
    <span onPointerDownCapture={() => setSelection(selected())} onKeyDownCapture={() => setSelection(selected())}>
      <Menu
        label="Add to…"
        icon="plus"
        named
        items={ITEMS.map(item => ({ label: item.label, onSelect: () => setOpen({ ...item, selection }) }))}
      />
      {open && (
        <Suspense fallback={null}>
          <AddToDialog interaction={interaction} {...open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </span>
  )
}

function selected(): string {
  return document.getSelection()?.toString().trim().slice(0, 100_000) ?? ''
}

/** Where a result went. */
export function AddedToLinks({ links }: { links: readonly string[] | undefined }) {
  if (links === undefined || links.length === 0) return null
  return (
    <p className="flex basis-full flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
      Became
      {links.map(link => (
        <Ref key={link} to={link} />
      ))}
    </p>
  )
}
