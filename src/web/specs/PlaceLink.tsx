import { Link } from '@tanstack/react-router'
import type { SpecDetail } from './spec-types.ts'

interface PlaceLinkProps {
  readonly spec: SpecDetail
  readonly path: string
  readonly children: string
  /** An id to point at in the text. */
  readonly at?: string | undefined
}

const LINK = 'text-sprout underline decoration-sprout/40 underline-offset-3 hover:decoration-current'

/** Leads from a file of the specification, or an id in it, to the text; what lies elsewhere is only named. */
export function PlaceLink({ spec, path, at, children }: PlaceLinkProps) {
  const stage = spec.stages.find(one => one.path === path && one.bytes !== undefined)?.name
  const change = /^sdd\/changes\/([^/]+)\//.exec(path)?.[1]
  if (stage !== undefined)
    return (
      // The text scrolls to what is pointed at.
      <Link to="/specs" search={{ stage, ...(at !== undefined && { at }) }} resetScroll={false} className={LINK}>
        {children}
      </Link>
    )
  if (change === undefined) return children
  return (
    <Link to="/changes/$id" params={{ id: change }} search={at?.startsWith('ADR-') ? { adr: at } : {}} className={LINK}>
      {children}
    </Link>
  )
}
