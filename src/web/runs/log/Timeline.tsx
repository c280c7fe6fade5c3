import { type MouseEvent, useMemo } from 'react'
import { count } from '../../parts/text/time.ts'
import type { LogState, RunLog } from './model/run-log.ts'
import { height, timeline } from './model/timeline.ts'

const PARTS = 120

/** How much was said when, stderr in amber. A click goes there; Enter goes to the first line on stderr. */
export function Timeline({ log, state, onGo }: { log: RunLog; state: LogState; onGo: (line: number) => void }) {
  const buckets = useMemo(() => (state.whole ? timeline(log.lines, PARTS) : []), [log, state])
  const most = Math.max(1, ...buckets.map(bucket => bucket.lines))
  const firstError = buckets.find(bucket => bucket.stderr > 0)
  const stderr = buckets.reduce((sum, bucket) => sum + bucket.stderr, 0)
  if (state.total < 20 || buckets.length === 0) return null
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const byKey = event.detail === 0
    const at = Math.floor(((event.clientX - box.left) / box.width) * PARTS)
    const line = byKey ? (firstError?.line ?? 1) : buckets[Math.max(0, Math.min(PARTS - 1, at))]?.line
    if (line !== undefined) onGo(line)
  }
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={`Output over time: ${count(state.total, 'line')}, ${stderr.toLocaleString('en')} on stderr. Goes to the first of those.`}
      title="Output over time; click to go there"
      className="no-print block h-9 w-full border-b border-line bg-ground px-3 pt-1.5 max-sm:hidden"
    >
      <svg viewBox={`0 0 ${PARTS * 4} 28`} preserveAspectRatio="none" aria-hidden="true" className="h-full w-full">
        {buckets.map((bucket, index) => {
          const tall = height(bucket.lines, most) * 27
          const bad = height(bucket.stderr, most) * 27
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bucket is its place in time
            <g key={index}>
              <rect x={index * 4} y={28 - tall} width={2.4} height={tall} className="fill-line-strong/55" />
              <rect x={index * 4} y={28 - bad} width={2.4} height={bad} className="fill-amber" />
            </g>
          )
        })}
      </svg>
    </button>
  )
}
