import { PageLink } from '../../parts/layout/PageLink.tsx'
import { cardPage } from '../board-labels.ts'
import type { CardOriginDetail } from '../board-types.ts'

/** One thing by its name, with a link where it has a page. */
export function Ref({ to }: { to: string }) {
  const page = cardPage(to)
  const text = <span className="font-mono text-xs break-all">{to}</span>
  return page === undefined ? text : <PageLink href={page}>{text}</PageLink>
}

/** Where a card came from. */
export function OriginLink({ origin }: { origin: CardOriginDetail | undefined }) {
  if (origin === undefined) return null
  return (
    <p className="text-sm text-soft">
      Came from <Ref to={`${origin.kind}:${origin.ref}`} />
    </p>
  )
}
