import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { onChange } from '../api/live.ts'
import { queries } from '../api/query.ts'
import type { Run } from '../api/types.ts'
import { toast } from '../parts/toast.ts'
import { news } from '../runs/status.ts'

/** A run that ends while this page is open says so, wherever the person looks. */
export function useRunNews(): void {
  useEffect(() => {
    const known = new Map<string, Run['status']>()
    return onChange(event => {
      if (event.kind !== 'run' || event.id === undefined) return
      void tell(event.id, known)
    })
  }, [])
}

async function tell(id: string, known: Map<string, Run['status']>): Promise<void> {
  const before = known.get(id) ?? queries.getQueryData<Run>(['run.show', { id }])?.status
  const run = await call('run.show', { id }).catch(() => undefined)
  if (run === undefined) return
  known.set(id, run.status)
  const text = news(before, run)
  if (text !== undefined && !isLookedAt(id)) toast({ ...text, href: `/runs/${id}` })
}

/** Its own page, or one that shows it beside something else. */
function isLookedAt(id: string): boolean {
  return location.pathname === `/runs/${id}` || new URLSearchParams(location.search).get('run') === id
}
