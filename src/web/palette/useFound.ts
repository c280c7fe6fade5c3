import { useEffect, useState } from 'react'
import { useRead } from '../api/query.ts'
import type { Findable } from './found.ts'

const PAUSE_MS = 200
const SHORTEST = 2

/** What the server finds for the words, asked once the typing pauses. */
export function useFound(query: string): Findable {
  const words = usePaused(query.trim())
  const enabled = words.length >= SHORTEST
  const spec = useRead('spec.context', {}, { enabled })
  const trace = useRead('spec.trace', {}, { enabled: enabled && spec.isSuccess })
  const decisions = useRead('adr.list', {}, { enabled })
  const settings = useRead('config.list', {}, { enabled })
  const records = useRead('memory.search', { query: words, limit: 5 }, { enabled, placeholderData: last => last })
  const passages = useRead('ask.search', { question: words, limit: 8 }, { enabled, placeholderData: last => last })
  if (!enabled) return {}
  return {
    nodes: trace.data?.nodes ?? [],
    stages: spec.data?.stages ?? [],
    decisions: decisions.data?.adrs ?? [],
    settings: settings.data?.settings ?? [],
    records: records.data?.hits ?? [],
    passages: passages.data?.sources ?? [],
  }
}

function usePaused(value: string): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}
