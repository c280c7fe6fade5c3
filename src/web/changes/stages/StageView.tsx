import { useRead, useWrite } from '../../api/query.ts'
import { Card } from '../../parts/layout/Card.tsx'
import { EmptyState, ErrorBox, Loading } from '../../parts/layout/States.tsx'
import { Markdown } from '../../parts/markdown/Markdown.tsx'
import type { ShownTask } from '../../parts/markdown/tasks.ts'
import { showRefusal } from '../../parts/notify/show-refusal.ts'
import { Badge, type Tone } from '../../parts/text/Badge.tsx'
import { RelativeTime } from '../../parts/text/Time.tsx'
import { ReviewedDocument } from '../../reviews/ReviewedDocument.tsx'
import { ContextReport } from '../ContextReport.tsx'
import { changeStageWord, isOpenStatus } from '../change-labels.ts'
import type { ChangeDetail, ChangeStage } from '../change-types.ts'
import { Guide } from './Guide.tsx'
import { StageEditor } from './StageEditor.tsx'

const STATES: Readonly<Record<ChangeStage['status'], { word: string; tone: Tone }>> = {
  completed: { word: 'Done', tone: 'sprout' },
  in_progress: { word: 'Now', tone: 'sky' },
  pending: { word: 'To come', tone: 'plain' },
}

/** One stage of a change: what was written, or where to write it. */
export function StageView({ change, stage: name }: { change: ChangeDetail; stage: string }) {
  const stage = change.stages.find(one => one.name === name)
  const writable = change.status === 'active' && change.current_stage === name
  const written = change.artifacts.some(artifact => artifact.stage === name)
  return (
    <div className="grid min-w-0 gap-5">
      {name === 'context-check' && <ContextReport change={change} />}
      <Card title={changeStageWord(name)} aside={stage && <State stage={stage} />}>
        {writable ? (
          <Writing change={change} stage={name} written={written} />
        ) : written ? (
          <Artifact change={change} stage={name} />
        ) : (
          <NotYet change={change} stage={name} />
        )}
      </Card>
    </div>
  )
}

function State({ stage }: { stage: ChangeStage }) {
  const { word, tone } = STATES[stage.status]
  const at = stage.completed_at ?? stage.started_at
  return (
    <>
      {at !== undefined && <RelativeTime at={at} />}
      <Badge tone={tone}>{word}</Badge>
    </>
  )
}

/** A stage that was done before it was reopened begins with the text it had. */
function Writing({ change, stage, written }: { change: ChangeDetail; stage: string; written: boolean }) {
  const before = useRead('change.artifact', { id: change.id, stage }, { enabled: written })
  if (written && before.isPending) return <Loading rows={4} />
  if (before.isError) return <ErrorBox error={before.error} retry={() => void before.refetch()} />
  return <StageEditor change={change} stage={stage} before={before.data?.content ?? ''} />
}

function Artifact({ change, stage }: { change: ChangeDetail; stage: string }) {
  const artifact = useRead('change.artifact', { id: change.id, stage })
  const tick = useWrite('change.tick', { onError: showRefusal })
  if (artifact.isPending) return <Loading rows={4} />
  if (artifact.isError) return <ErrorBox error={artifact.error} retry={() => void artifact.refetch()} />
  const { path, content } = artifact.data
  const open = stage === 'tasks' && isOpenStatus(change)
  return (
    <ReviewedDocument path={path} text={content}>
      <Markdown
        text={content}
        name={stage}
        level={3}
        pageOf={file => pageIn(change, file)}
        {...(open && { onTick: task => tick.mutate(tickInput(change.id, task)) })}
      />
    </ReviewedDocument>
  )
}

function tickInput(id: string, { number, text, done }: ShownTask) {
  return { id, task: number, text, ...(done && { open: true }) }
}

function NotYet({ change, stage }: { change: ChangeDetail; stage: string }) {
  return (
    <>
      <EmptyState icon="clock" title={`Nothing is written for ${changeStageWord(stage).toLowerCase()} yet`}>
        {change.current_stage === stage
          ? `The change is ${change.status}.`
          : `The change is at ${changeStageWord(change.current_stage).toLowerCase()}.`}
      </EmptyState>
      <Guide stage={stage} />
    </>
  )
}

/** Links between the files of a change lead to where this page shows them. */
function pageIn(change: ChangeDetail, path: string): string | undefined {
  const adr = /(?:^|\/)(ADR-\d+)\.md$/.exec(path)?.[1]
  if (adr !== undefined) return `/changes/${change.id}?adr=${adr}`
  const stage = /^(?:\.\/)?([a-z-]+)\.md$/.exec(path)?.[1]
  return change.stages.some(({ name }) => name === stage) ? `/changes/${change.id}?stage=${stage}` : undefined
}
