import { useEffect, useState } from 'react'
import { type HintPosition, placeHint } from './hint.ts'

interface ShownHint extends HintPosition {
  readonly text: string
}

/**
 * Why a button cannot be pressed, for those who do not hover: beside it while it has the focus, and when it is pressed.
 * Assistive technology reads the same words as the button's description.
 */
export function Hint() {
  const [shown, setShown] = useState<ShownHint>()
  useEffect(() => {
    let at: EventTarget | null = null
    const look = (target: EventTarget | null) => {
      at = target
      setShown(hintOf(target))
    }
    const hide = () => look(null)
    const listen: readonly [string, (event: Event) => void][] = [
      ['focusin', ({ target }) => look(target)],
      // Enter in a field clicks the button of its form too; nobody meant to press that.
      ['click', event => (event as MouseEvent).detail > 0 && look(event.target)],
      ['focusout', hide],
      // Tab scrolls to the button that it reaches; the hint goes with it.
      ['scroll', () => at !== null && look(at)],
      ['keydown', event => (event as KeyboardEvent).key === 'Escape' && hide()],
    ]
    for (const [name, act] of listen) addEventListener(name, act, true)
    return () => {
      for (const [name, act] of listen) removeEventListener(name, act, true)
    }
  }, [])
  if (shown === undefined) return null
  const { text, ...place } = shown
  return (
    <p
      aria-hidden="true"
      data-hint
      style={place}
      className="no-print pointer-events-none fixed z-60 w-max max-w-72 rounded-md bg-ink px-3 py-1.5 text-xs break-words text-panel shadow-float"
    >
      {text}
    </p>
  )
}

function hintOf(target: EventTarget | null): ShownHint | undefined {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-reason]') : null
  const text = button?.dataset.reason
  if (!button || !text) return undefined
  return { text, ...placeHint(button.getBoundingClientRect(), { width: innerWidth, height: innerHeight }) }
}
