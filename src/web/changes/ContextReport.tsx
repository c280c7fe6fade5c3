import { useRead, useWrite } from '../api/query.ts'
import { Button } from '../parts/input/Button.tsx'
import { Card } from '../parts/layout/Card.tsx'
import { PageLink } from '../parts/layout/PageLink.tsx'
import { EmptyState, ErrorBox } from '../parts/layout/States.tsx'
import { Markdown } from '../parts/markdown/Markdown.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { RelativeTime } from '../parts/text/Time.tsx'
import { count } from '../parts/text/time.ts'
import type { ChangeContext, ChangeDetail, ContextCheckReport } from './change-types.ts'
import { StageFindings } from './stages/Findings.tsx'

/** What exists already about this change: run at the stage, kept with the change afterwards. */
export function ContextReport({ change }: { change: ChangeDetail }) {
  const check = useWrite('context.check')
  const here = change.status === 'active' && change.current_stage === 'context-check'
  const { context } = change
  return (
    <Card
      title="What exists already"
      aside={
        <>
          {context && <Standing context={context} />}
          {here && (
            <Button
              size="small"
              icon="search"
              kind={context === undefined || context.voided.length > 0 ? 'primary' : 'normal'}
              busy={check.isPending}
              onClick={() => check.mutate({ detail_level: 'full' })}
            >
              {context === undefined ? 'Check now' : 'Check again'}
            </Button>
          )}
        </>
      }
    >
      {check.isError && <ErrorBox error={check.error} />}
      {context === undefined ? (
        <EmptyState icon="search" title="Not checked yet">
          The check lists specs, decisions, earlier changes and explorations about the same thing, and what other open
          work touches too.
        </EmptyState>
      ) : (
        <Shown context={context} report={check.data} />
      )}
    </Card>
  )
}

function Standing({ context }: { context: ChangeContext }) {
  return (
    <>
      <RelativeTime at={context.at} />
      {context.voided.length > 0 ? (
        <Badge tone="amber" icon="warning">
          Void
        </Badge>
      ) : (
        <Badge tone="sprout" icon="check">
          Up to date
        </Badge>
      )}
    </>
  )
}

function Shown({ context, report }: { context: ChangeContext; report: ContextCheckReport | undefined }) {
  return (
    <div className="grid gap-5">
      {context.voided.map(reason => (
        <p key={reason} className="rounded-md bg-amber-wash px-4 py-3 break-words">
          {reason}
        </p>
      ))}
      <StageFindings title="Conflicts with open work" none="Nothing here is shared with other open work.">
        {context.conflicts.map(({ shared, with: ids, disposition }) => (
          <li key={shared}>
            <p>
              <code className="font-mono text-xs break-all">{shared}</code>{' '}
              {ids.length > 0 && (
                <>
                  also in{' '}
                  {ids.map(id => (
                    <Prior key={id} id={id} />
                  ))}
                </>
              )}
            </p>
            <p className={disposition === undefined ? 'text-amber' : 'text-soft'}>
              {disposition ?? 'Not answered yet.'}
            </p>
          </li>
        ))}
      </StageFindings>
      <Passages context={context} report={report} />
      <StageFindings title="Earlier changes" none="No completed change is about this.">
        {context.prior.map(id => (
          <li key={id}>
            <Prior id={id} />
          </li>
        ))}
      </StageFindings>
      <StageFindings title="Explorations" none="Memory holds no exploration of it.">
        {context.explorations.map(({ id, title }) => (
          <li key={id}>
            <PageLink href={`/memory/${id}`}>{title}</PageLink>
          </li>
        ))}
      </StageFindings>
      {context.conventions.length > 0 && (
        <StageFindings title="Conventions" none="">
          {context.conventions.map(path => (
            <li key={path} className="font-mono text-xs break-all">
              {path}
            </li>
          ))}
        </StageFindings>
      )}
    </div>
  )
}

function Passages({ context, report }: { context: ChangeContext; report: ContextCheckReport | undefined }) {
  const texts = new Map((report?.passages ?? []).map(({ path, from, text }) => [`${path}:${from}`, text]))
  const title = `Specs and decisions (${count(context.artifacts.length, 'file')} read)`
  return (
    <StageFindings title={title} none="No section matches the description.">
      {context.passages.map(({ path, heading, from, to }) => {
        const text = texts.get(`${path}:${from}`)
        const place = (
          <>
            {heading} <span className="font-mono text-xs break-all text-faint">{`${path}:${from}-${to}`}</span>
          </>
        )
        if (text === undefined) return <li key={`${path}:${from}`}>{place}</li>
        return (
          <li key={`${path}:${from}`}>
            <details>
              <summary>{place}</summary>
              <div className="mt-2 border-l-3 border-line-strong/60 pl-4">
                <Markdown text={text} name={`passage-${from}`} level={4} />
              </div>
            </details>
          </li>
        )
      })}
    </StageFindings>
  )
}

function Prior({ id }: { id: string }) {
  const known = useRead('change.status', { change_id: id }, { staleTime: 60_000 })
  return (
    <span className="mr-2">
      <PageLink href={`/changes/${id}`}>{id}</PageLink>
      {known.data && <span className="ml-2 text-soft">{known.data.description.slice(0, 100)}</span>}
    </span>
  )
}
