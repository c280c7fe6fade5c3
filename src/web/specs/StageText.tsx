import { useEffect, useMemo, useRef, useState } from 'react'
import { useRead, useWrite } from '../api/query.ts'
import { Button } from '../parts/input/Button.tsx'
import { Card } from '../parts/layout/Card.tsx'
import { EmptyState, ErrorBox, Loading } from '../parts/layout/States.tsx'
import { Markdown, sectionId } from '../parts/markdown/Markdown.tsx'
import { markdownSections, parseMarkdown } from '../parts/markdown/parse.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { ReviewedDocument } from '../reviews/ReviewedDocument.tsx'
import { ReopenSpecDialog } from './ReopenDialog.tsx'
import { StageForm } from './StageForm.tsx'
import { specStageWord, stageStateOf, TONES } from './spec-labels.ts'
import type { SpecDetail, SpecStage } from './spec-types.ts'

/** The text of one stage with its sections beside it, and what can be done with it. */
export function StageText({ spec, stage: name, at }: { spec: SpecDetail; stage: string; at?: string | undefined }) {
  const stage = spec.stages.find(one => one.name === name)
  if (stage === undefined) return null
  const isCurrent = !spec.done && spec.current_stage === name
  return (
    <div className="grid min-w-0 gap-5">
      {stage.stale.length > 0 && <Stale stage={stage} isCurrent={isCurrent} />}
      {stage.bytes !== undefined && <Reader stage={stage} at={at} />}
      {isCurrent && name !== 'init' && <StageForm key={name} spec={spec} stage={name} />}
      {stage.bytes === undefined && !isCurrent && (
        <EmptyState icon="clock" title={`Nothing is written for ${specStageWord(name).toLowerCase()} yet`}>
          The specification is at {specStageWord(spec.current_stage).toLowerCase()}.
        </EmptyState>
      )}
    </div>
  )
}

function Stale({ stage, isCurrent }: { stage: SpecStage; isCurrent: boolean }) {
  const confirm = useWrite('spec.confirm')
  return (
    <div className="rounded-md border border-amber/40 bg-amber-wash p-4">
      <p className="font-medium text-ink">
        {stage.stale.join(' and ')} changed after this was written. Read it again: does it still hold?
      </p>
      <div className="mt-3">
        <Button
          size="small"
          icon="check"
          busy={confirm.isPending}
          reason={isCurrent ? undefined : 'An earlier stage comes first'}
          onClick={() => confirm.mutate({ stage: stage.name })}
        >
          It still holds
        </Button>
      </div>
      {confirm.isError && <ErrorBox error={confirm.error} />}
    </div>
  )
}

function Reader({ stage, at }: { stage: SpecStage; at: string | undefined }) {
  const [reopening, setReopening] = useState(false)
  const answer = useRead('spec.context', { stage: stage.name })
  const text = answer.data?.artifacts[0]?.content ?? ''
  const state = stageStateOf(stage)
  return (
    <Card
      title={stage.path}
      aside={
        <>
          <Badge tone={TONES[state]}>{state}</Badge>
          {stage.status === 'completed' && (
            <Button size="small" icon="undo" onClick={() => setReopening(true)}>
              Reopen
            </Button>
          )}
        </>
      }
    >
      {answer.isPending && <Loading rows={5} />}
      {answer.isError && <ErrorBox error={answer.error} retry={() => void answer.refetch()} />}
      {answer.data !== undefined && (
        <ReviewedDocument path={stage.path} text={text}>
          <WithSections text={text} name={stage.name} at={at} />
        </ReviewedDocument>
      )}
      {reopening && <ReopenSpecDialog stage={stage.name} onClose={() => setReopening(false)} />}
    </Card>
  )
}

interface TextProps {
  readonly text: string
  readonly name: string
  readonly at: string | undefined
}

function WithSections({ text, name, at }: TextProps) {
  const body = useArrival(at)
  const list = useMemo(() => markdownSections(parseMarkdown(text)).filter(({ level }) => level === 2), [text])
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_14rem]">
      <div ref={body} className="min-w-0">
        <Markdown text={text} name={name} level={3} />
      </div>
      {list.length > 1 && (
        <nav aria-label="Sections" className="max-lg:order-first lg:sticky lg:top-4 lg:self-start">
          <ul className="space-y-1 border-l-2 border-line pl-3 text-sm">
            {list.map(({ slug, title }) => (
              <li key={slug}>
                <a
                  href={`#${encodeURIComponent(sectionId(name, slug))}`}
                  className="text-soft hover:text-ink hover:underline"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}

const POINTED_AT = ['rounded-sm', 'bg-sprout-wash']

/** The text comes after its page: what the address points at is shown when it is there. */
function useArrival(at: string | undefined) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const section = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    const found = at === undefined ? section : passageOf(body.current, at)
    if (found === null) return
    found.scrollIntoView({ block: at === undefined ? 'start' : 'center' })
    if (at === undefined) return
    found.classList.add(...POINTED_AT)
    return () => found.classList.remove(...POINTED_AT)
  }, [at])
  return body
}

/** The item or paragraph that begins with the id, else the first that names it. */
function passageOf(body: HTMLElement | null, id: string): Element | null {
  const all = [...(body?.querySelectorAll('h1, h2, h3, h4, h5, li, p, tr') ?? [])].filter(
    one => one.closest('blockquote') === null,
  )
  const word = new RegExp(`\\b${id}\\b`)
  return (
    all.find(one => one.textContent?.trimStart().startsWith(id)) ??
    all.find(one => word.test(one.textContent ?? '')) ??
    null
  )
}
