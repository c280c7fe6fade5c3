import type { Need } from '../api/types.ts'
import { Badge, type Tone } from '../parts/Badge.tsx'
import { Card } from '../parts/Card.tsx'
import { classes } from '../parts/classes.ts'
import { PageLink } from '../parts/PageLink.tsx'
import { Row, Rows } from '../parts/Rows.tsx'
import { EmptyState } from '../parts/States.tsx'
import { CommandFold } from './CommandFold.tsx'
import { NeedActions } from './NeedActions.tsx'

/** Kinds that the status knows; others are shown plainly. */
const TONES: Readonly<Record<string, Tone>> = {
  request: 'sky',
  question: 'sky',
  approval: 'sky',
  blocked: 'amber',
  gate: 'amber',
  secret: 'amber',
  secrets: 'amber',
  trust: 'amber',
  run: 'rust',
  failed: 'rust',
  damaged: 'rust',
}

export function Needs({ needs }: { needs: readonly Need[] }) {
  return (
    <Card title="Needs you" aside={needs.length > 0 && <span className="tabular">{needs.length}</span>} flush>
      {needs.length === 0 ? (
        <EmptyState icon="check" title="Nothing waits for you">
          Questions from agents, blocked gates, failed runs and missing secrets show up here.
        </EmptyState>
      ) : (
        <Rows label="Needs you">
          {needs.map(need => (
            <Row key={`${need.kind} ${need.title} ${need.detail} ${need.fix}`}>
              <NeedRow need={need} />
            </Row>
          ))}
        </Rows>
      )}
    </Card>
  )
}

const BARS: Readonly<Record<Tone, string>> = {
  sprout: 'bg-sprout',
  sky: 'bg-sky',
  amber: 'bg-amber',
  rust: 'bg-rust',
  clay: 'bg-clay',
  plain: 'bg-line-strong',
}

function NeedRow({ need }: { need: Need }) {
  const tone = TONES[need.kind.split('.')[0] ?? ''] ?? 'plain'
  return (
    <div className="flex items-stretch gap-3.5">
      <span aria-hidden="true" className={classes('w-[3px] shrink-0 rounded-full', BARS[tone])} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <p className="font-medium break-words">
            {need.href ? <PageLink href={need.href}>{need.title}</PageLink> : need.title}
          </p>
          <Badge tone={tone}>{need.kind.replaceAll(/[._]/g, ' ')}</Badge>
        </div>
        {need.detail && <p className="mt-0.5 break-words text-soft">{need.detail.replaceAll('`', '')}</p>}
        <div className="mt-2.5 flex flex-wrap items-center gap-2">
          <NeedActions need={need} />
        </div>
        {need.fix && <CommandFold command={need.fix} />}
      </div>
    </div>
  )
}
