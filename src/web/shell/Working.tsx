import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { StatusDot } from '../parts/text/Badge.tsx'
import { useNow } from '../parts/text/useNow.ts'

/** Anything that takes longer than this says that it goes on. */
const PATIENCE_MS = 1_000

/** Says that something is still going on, and for how long; what is quick says nothing. */
export function Working() {
  const writing = useIsMutating()
  const reading = useIsFetching({ predicate: ({ state }) => state.status === 'pending' })
  const since = useSlow(writing + reading > 0)
  return (
    <div
      role="status"
      aria-label="Work going on"
      // Below, where no page has its buttons, and beside the toasts.
      className="no-print pointer-events-none fixed bottom-5 left-1/2 z-40 -translate-x-1/2 max-sm:bottom-20"
    >
      {since !== undefined && (
        <p className="flex items-center gap-2.5 rounded-md border border-line bg-panel px-3.5 py-1.5 text-sm text-soft shadow-float">
          <StatusDot tone="sky" live />
          <span>{writing > 0 ? 'Working' : 'Loading'}</span>
          <span aria-hidden="true">
            <Seconds since={since} />
          </span>
        </p>
      )}
    </div>
  )
}

/** Whole seconds; the clock of the page may be older than what is timed. */
function Seconds({ since }: { since: number }) {
  return <span className="tabular">{Math.max(1, Math.floor((useNow(true) - since) / 1000))} s</span>
}

/** When it began, once it has lasted. */
function useSlow(busy: boolean): number | undefined {
  const [since, setSince] = useState<number>()
  useEffect(() => {
    if (!busy) return setSince(undefined)
    const began = Date.now()
    const timer = setTimeout(() => setSince(began), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [busy])
  return since
}
