import { PageLink } from '../parts/PageLink.tsx'
import { pageOf } from './look.ts'
import type { Came } from './types.ts'

/** One thing by its name, with a link where it has a page. */
export function Ref({ to }: { to: string }) {
  const page = pageOf(to)
  const text = <span className="font-mono text-xs break-all">{to}</span>
  return page === undefined ? text : <PageLink href={page}>{text}</PageLink>
}

/** Where a card came from. */
export function CameFrom({ origin }: { origin: Came | undefined }) {
  if (origin === undefined) return null
  return (
    <p className="text-sm text-soft">
      Came from <Ref to={`${origin.kind}:${origin.ref}`} />
    </p>
  )
}
