import { useEffect, useState } from 'react'
import { liveness } from '../api/live/live.ts'
import { useStateOf } from '../api/state.ts'
import { Button } from '../parts/input/Button.tsx'
import { Icon } from '../parts/text/Icon.tsx'

/** Says when what is shown may be old. A blink of the connection is not worth a word. */
export function Reconnect() {
  const lost = useStateOf(liveness) === 'lost'
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!lost) return setShown(false)
    const timer = setTimeout(() => setShown(true), 700)
    return () => clearTimeout(timer)
  }, [lost])
  return (
    <div role="status" className="no-print shrink-0">
      {shown && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-amber/30 bg-amber-wash px-5 py-2 text-ink">
          <Icon name="warning" className="text-amber" />
          <p className="min-w-0 flex-1">
            The server does not answer. This page shows what it last knew and catches up by itself.
          </p>
          <Button size="small" onClick={() => dispatchEvent(new Event('furrow:retry'))}>
            Try now
          </Button>
        </div>
      )}
    </div>
  )
}
