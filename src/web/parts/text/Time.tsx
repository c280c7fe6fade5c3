import { absolute, duration, relative } from './time.ts'
import { useNow } from './useNow.ts'

/** How long ago, with the exact time on hover. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={absolute(at)} className="whitespace-nowrap">
      {relative(Date.parse(at), now)}
    </time>
  )
}

/** A duration that counts while it has no end. */
export function Elapsed({ from, to }: { from: string; to?: string | undefined }) {
  const now = useNow(to === undefined)
  const end = to === undefined ? now : Date.parse(to)
  return <span className="tabular whitespace-nowrap">{duration(Math.max(0, end - Date.parse(from)))}</span>
}
