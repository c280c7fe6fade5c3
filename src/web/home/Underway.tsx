import type { Status } from '../api/types.ts'
import { Badge } from '../parts/Badge.tsx'
import { Card } from '../parts/Card.tsx'
import { LinkButton } from '../parts/LinkButton.tsx'
import { PageLink } from '../parts/PageLink.tsx'
import { Row, Rows } from '../parts/Rows.tsx'
import { CommandFold } from './CommandFold.tsx'
import { type Under, underway } from './underway.ts'

/** What is being worked on in this worktree, and of each the one next thing to do. */
export function Underway({ status }: { status: Status }) {
  const all = underway(status)
  if (all.length === 0) return null
  return (
    <Card title="In progress" flush>
      <Rows label="In progress">
        {all.map(each => (
          <Row key={each.href}>
            <One under={each} />
          </Row>
        ))}
      </Rows>
    </Card>
  )
}

function One({ under: { kind, title, href, at, says, command, stale } }: { under: Under }) {
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
        <span className="text-xs text-faint">{kind}</span>
        <PageLink href={href} className="min-w-0 break-words">
          {title}
        </PageLink>
        <Badge tone="sky">{at}</Badge>
      </p>
      {stale.length > 0 && <p className="mt-1 break-words text-amber">Out of date: {stale.join(', ')}</p>}
      <p className="mt-1 mb-2 break-words text-soft">{says}</p>
      <LinkButton href={href}>Continue</LinkButton>
      <CommandFold command={command} />
    </>
  )
}
