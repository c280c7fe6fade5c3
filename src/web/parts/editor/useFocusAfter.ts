import { type RefObject, useLayoutEffect, useRef } from 'react'

/** So long what takes the place of an editor may load, in milliseconds. */
const PATIENCE = 2_000
const PAUSE = 40

/** When an editor goes away with the focus in it, the heading of what takes its place gets the focus: the keyboard goes on there. */
export function useFocusAfter(): RefObject<HTMLDivElement | null> {
  const editor = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = editor.current
    return () => {
      if (element?.contains(document.activeElement)) passOn(around(element), Date.now() + PATIENCE)
    }
  }, [])
  return editor
}

function passOn(places: readonly HTMLElement[], until: number): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return
    const place = places.find(each => each.isConnected)
    const heading = place?.querySelector<HTMLElement>('h1, h2, h3')
    if (!heading && Date.now() < until) return passOn(places, until)
    const target = heading ?? document.querySelector<HTMLElement>('main h1')
    if (target === null) return
    target.tabIndex = -1
    target.focus()
  }, PAUSE)
}

function around(element: HTMLElement): readonly HTMLElement[] {
  const parent = element.parentElement
  return parent === null ? [] : [parent, ...around(parent)]
}
