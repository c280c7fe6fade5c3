import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Output } from '../../api/call.ts'
import { followEvents } from '../../api/live/stream.ts'
import { request } from '../../api/request.ts'
import type { LogLine } from './model/log-lines.ts'
import { type LogSource, type LogState, RunLog } from './model/run-log.ts'

/** The log of a run, read from the place that the reader wants to see; neither changes while it is shown. */
export function useRunLog(id: string, place: number | 'end'): RunLog {
  const [log] = useState(() => new RunLog(serverSource(id)))
  useEffect(() => {
    void log.start(place)
    return () => log.stop()
  }, [log, place])
  return log
}

export function useLogState(log: RunLog): LogState {
  return useSyncExternalStore(
    watcher => log.watch(watcher),
    () => log.state,
  )
}

function serverSource(id: string): LogSource {
  const base = `/api/runs/${encodeURIComponent(id)}`
  return {
    async lines(from, count, signal) {
      const response = await request(`${base}/lines?from=${from}&count=${count}`, { signal })
      const { lines, total, gap } = (await response.json()) as Output<'run.tail'>
      // The first of the lines that are gone is the note that says so.
      const hidden = gap && gap.to > gap.from ? { from: gap.from + 1, to: gap.to } : undefined
      return { lines: lines as LogLine[], total, ...(hidden && { gap: hidden }) }
    },
    follow: (from, on, signal) =>
      followEvents({
        signal,
        open: inner => request(`${base}/events?from=${from()}`, { signal: inner }),
        onMessages: on.messages,
      }),
    soon: paced(),
  }
}

/** A flush at most every 100 ms, with a frame; a hidden page, which has no frames, gets a timer. */
function paced(): LogSource['soon'] {
  let last = 0
  return act => {
    const flush = () => {
      last = performance.now()
      act()
    }
    const wait = Math.max(0, 100 - (performance.now() - last))
    setTimeout(() => (document.hidden ? flush() : requestAnimationFrame(flush)), wait)
  }
}
