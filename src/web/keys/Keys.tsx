import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useStateOf } from '../api/state.ts'
import { NAV } from '../nav.ts'
import { singleKeys } from '../shell/prefs.ts'
import { matchKey, type PendingKeys } from './sequence.ts'
import { sheet } from './sheet.ts'
import { SHORTCUTS } from './shortcuts.ts'
import { performShortcut, useShortcut } from './useShortcut.ts'

const Palette = lazy(() => import('../palette/Palette.tsx'))
const HelpSheet = lazy(() => import('./HelpSheet.tsx'))

/** Listens to the keyboard for the whole app and shows what keys open. */
export function Keys() {
  const open = useStateOf(sheet)
  useKeyboard()
  useShortcut('palette', () => sheet.set(sheet.get() === 'palette' ? 'none' : 'palette'))
  useShortcut('help', () => sheet.set('help'))
  useShortcut('filter', focusFilter)
  return (
    <>
      <GoTo />
      <Suspense fallback={null}>
        {open === 'palette' && <Palette onClose={() => sheet.set('none')} />}
        {open === 'help' && <HelpSheet onClose={() => sheet.set('none')} />}
      </Suspense>
    </>
  )
}

const PLACES = NAV.flatMap(entry => [entry, ...(entry.pages ?? [])])

function GoTo() {
  return PLACES.map(page => page.go && <GoToPage key={page.go} id={page.go} path={page.path} />)
}

function GoToPage({ id, path }: { id: NonNullable<(typeof PLACES)[number]['go']>; path: string }) {
  const navigate = useNavigate()
  useShortcut(id, () => void navigate({ to: path }))
  return null
}

function useKeyboard(): void {
  const [listen] = useState(listener)
  useEffect(() => {
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [listen])
}

function listener() {
  let waiting: PendingKeys | undefined
  return (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat) return
    const heard = matchKey(
      {
        key: event.key,
        mod: event.ctrlKey || event.metaKey,
        shift: event.shiftKey,
        alt: event.altKey,
        typing: isTyping(event.target),
        at: event.timeStamp,
      },
      { table: SHORTCUTS, waiting, singleKeys: singleKeys.get() === 'on' },
    )
    waiting = heard.waiting
    const blocked = sheet.get() !== 'none' && !heard.ids.includes('palette')
    if (!blocked && performShortcut(heard.ids)) event.preventDefault()
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

function focusFilter(): void {
  document.querySelector<HTMLElement>('[data-filter] input')?.focus()
}
