import { useEffect } from 'react'
import { callOperation } from '../api/call.ts'
import { onChange } from '../api/live/live.ts'
import { queries } from '../api/query.ts'
import type { RunDetail } from '../api/types.ts'
import { toast } from '../parts/notify/toast.ts'
import { statusMessage } from '../runs/status.ts'

/** A run that ends while this page is open says so, wherever the person looks. */
export function useRunNotifications(): void {
  useEffect(() => {
    const known = new Map<string, RunDetail['status']>()
    return onChange(event => {
      if (event.kind !== 'run' || event.id === undefined) return
      void tell(event.id, known)
    })
  }, [])
}

async function tell(id: string, known: Map<string, RunDetail['status']>): Promise<void> {
  const before = known.get(id) ?? queries.getQueryData<RunDetail>(['run.show', { id }])?.status
  const run = await callOperation('run.show', { id }).catch(() => undefined)
  if (run === undefined) return
  known.set(id, run.status)
  const text = statusMessage(before, run)
  if (text !== undefined && !isLookedAt(id)) toast({ ...text, href: `/runs/${id}` })
}

/** Its own page, or one that shows it beside something else. */
function isLookedAt(id: string): boolean {
  return location.pathname === `/runs/${id}` || new URLSearchParams(location.search).get('run') === id
}
