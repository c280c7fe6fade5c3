import { useEffect, useRef, useState } from 'react'
import { Collected } from './model/collect-attachments.ts'
import { type LineCounts, summary } from './model/log-summary.ts'
import type { RunLog } from './model/run-log.ts'

/** Tells a screen reader how the log grows, at most every two seconds and never line by line. */
export function Announcer({ log }: { log: RunLog }) {
  const [text, setText] = useState('')
  const told = useRef<LineCounts>(undefined)
  useEffect(() => {
    const stderr = new Collected(line => line.level === 'stderr')
    told.current = undefined
    const timer = setInterval(() => {
      if (!log.state.ready) return
      const now = { lines: log.state.total, stderr: stderr.update(log.lines).length }
      const news = told.current && summary(told.current, now)
      told.current = now
      if (news !== undefined) setText(news)
    }, 2_000)
    return () => clearInterval(timer)
  }, [log])
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
