import type { ReactNode } from 'react'
import type { Need } from '../../flows/model.ts'
import { classes } from '../parts/classes.ts'
import { Card } from '../parts/layout/Card.tsx'
import { PageLink } from '../parts/layout/PageLink.tsx'
import { Row, Rows } from '../parts/layout/Rows.tsx'
import { EmptyState } from '../parts/layout/States.tsx'
import { withoutCommands } from '../parts/prose.ts'
import { SelectionBar } from '../parts/selection/SelectionBar.tsx'
import { Tick } from '../parts/selection/Tick.tsx'
import { useBulk } from '../parts/selection/useBulk.ts'
import { useSelection } from '../parts/selection/useSelection.ts'
import { Badge, type Tone } from '../parts/text/Badge.tsx'
import { CommandFold } from '../parts/text/CommandFold.tsx'
import { bulkDecisions, isDecidable } from './bulk-decisions.ts'
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

/** What waits for a person, each with its decision; several that are alike are decided at once. */
export function Needs({ needs }: { needs: readonly Need[] }) {
  const decidable = needs.filter(isDecidable)
  const selection = useSelection(decidable.map(keyOf))
  const bulk = useBulk()
  const selected = decidable.filter(need => selection.has(keyOf(need)))
  return (
    <Card title="Needs you" aside={needs.length > 0 && <span className="tabular">{needs.length}</span>} flush>
      {needs.length === 0 ? (
        <EmptyState icon="check" title="Nothing waits for you">
          Questions from agents, blocked gates, failed runs and missing secrets show up here.
        </EmptyState>
      ) : (
        <>
          <SelectionBar selection={selection} bulk={bulk} actions={bulkDecisions(selected)} />
          <Rows label="Needs you">
            {needs.map(need => (
              <Row key={`${need.kind} ${need.title} ${need.detail} ${need.fix}`}>
                <NeedRow need={need}>
                  {decidable.length > 1 && isDecidable(need) && (
                    <Tick
                      label={`Select ${need.title}`}
                      on={selection.has(keyOf(need))}
                      onTick={() => selection.toggle(keyOf(need))}
                    />
                  )}
                </NeedRow>
              </Row>
            ))}
          </Rows>
        </>
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

function keyOf({ kind, target = '' }: Need): string {
  return `${kind} ${target}`
}

function NeedRow({ need, children }: { need: Need; children: ReactNode }) {
  const tone = TONES[need.kind.split('.')[0] ?? ''] ?? 'plain'
  // Of a request it is the command line, and its title says the same in words.
  const detail = need.kind === 'request' ? undefined : need.detail
  return (
    <div className="flex items-stretch gap-3.5">
      {children}
      <span aria-hidden="true" className={classes('w-[3px] shrink-0 rounded-full', BARS[tone])} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <p className="font-medium break-words">
            {need.href ? <PageLink href={need.href}>{need.title}</PageLink> : need.title}
          </p>
          <Badge tone={tone}>{need.kind.replaceAll(/[._]/g, ' ')}</Badge>
        </div>
        {detail !== undefined && <p className="mt-0.5 break-words text-soft">{withoutCommands(detail)}</p>}
        <div className="mt-2.5 flex flex-wrap items-center gap-2">
          <NeedActions need={need} />
        </div>
        {need.fix && <CommandFold command={need.fix} />}
      </div>
    </div>
  )
}
