import { useWrite } from '../api/query.ts'
import type { StatusDetail } from '../api/types.ts'
import { Button } from '../parts/input/Button.tsx'
import { LinkButton } from '../parts/input/LinkButton.tsx'
import { Card } from '../parts/layout/Card.tsx'
import { PageLink } from '../parts/layout/PageLink.tsx'
import { Row, Rows } from '../parts/layout/Rows.tsx'
import { showRefusal } from '../parts/notify/show-refusal.ts'
import { toast } from '../parts/notify/toast.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { CommandFold } from '../parts/text/CommandFold.tsx'
import { type OpenWorkItem, openWorkItems } from './open-work.ts'

/** What is being worked on in this worktree, and of each the one next thing to do. */
export function OpenWorkList({ status }: { status: StatusDetail }) {
  const all = openWorkItems(status)
  if (all.length === 0) return null
  return (
    <Card title="In progress" flush>
      <Rows label="In progress">
        {all.map(each => (
          <Row key={each.href}>
            <OpenWorkRow under={each} />
          </Row>
        ))}
      </Rows>
    </Card>
  )
}

/** Changes that are over and wait to be moved to the history. */
export function FinishedChanges({ finished = [] }: Pick<StatusDetail, 'finished'>) {
  const archive = useWrite('change.archive', {
    onSuccess: () => toast({ tone: 'sprout', text: 'Moved to the history.' }),
    onError: showRefusal,
  })
  if (finished.length === 0) return null
  return (
    <Card title="Finished, not archived" flush>
      <Rows label="Finished, not archived">
        {finished.map(({ id, status, proof }) => (
          <Row key={id}>
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
              <p className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 gap-y-1">
                <PageLink href={`/changes/${id}`} className="min-w-0 break-words">
                  {id}
                </PageLink>
                <Badge>{proof === undefined ? status : `${status}, proof: ${proof}`}</Badge>
              </p>
              <Button
                size="small"
                busy={archive.isPending && archive.variables.id === id}
                onClick={() => archive.mutate({ id })}
                aria-label={`Archive ${id}`}
              >
                Archive
              </Button>
            </div>
          </Row>
        ))}
      </Rows>
    </Card>
  )
}

function OpenWorkRow({ under: { kind, title, href, at, says, command, stale } }: { under: OpenWorkItem }) {
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
