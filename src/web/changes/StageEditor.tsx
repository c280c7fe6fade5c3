import { type KeyboardEvent, useState } from 'react'
import { useWrite } from '../api/query.ts'
import { Button } from '../parts/Button.tsx'
import { Segments } from '../parts/Field.tsx'
import { Kbd } from '../parts/Kbd.tsx'
import { Markdown } from '../parts/Markdown.tsx'
import { TextArea } from '../parts/TextArea.tsx'
import { toast } from '../parts/toast.ts'
import { Conflicts, insertConflict } from './Conflicts.tsx'
import { useDraft } from './draft.ts'
import { Guide } from './Guide.tsx'
import { stageWord } from './look.ts'
import { Refusal } from './Refusal.tsx'
import type { Change } from './types.ts'
import { Verifying } from './Verifying.tsx'
import { VerifyPlan } from './VerifyPlan.tsx'

const VIEWS = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
] as const

interface EditorProps {
  readonly change: Change
  readonly stage: string
  readonly before: string
}

/** Writes the text of the current stage and goes on. Verifying takes as long as its checks do. */
export function StageEditor({ change, stage, before }: EditorProps) {
  const [view, setView] = useState<'write' | 'preview'>('write')
  const [text, setText, drop] = useDraft(`${change.id}.${stage}`, before)
  const advance = useWrite('change.advance', {
    onSuccess: (after): void => {
      // The checks go on elsewhere; asking again waits for them.
      if (after.verifying !== undefined) {
        advance.mutate({ content: text, stage })
        return
      }
      drop()
      toast({ tone: 'sprout', text: said(after, stage) })
    },
  })
  const reason = whyNot(change, stage, text)
  const send = () => reason === undefined && !advance.isPending && advance.mutate({ content: text, stage })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  }
  const next = change.stages[change.stages.findIndex(({ name }) => name === stage) + 1]
  return (
    <div className="grid gap-4">
      <Guide stage={stage} />
      {stage === 'verify' && <VerifyPlan change={change} />}
      {stage === 'context-check' && (
        <Conflicts context={change.context} text={text} onInsert={shared => setText(insertConflict(text, shared))} />
      )}
      <div>
        <Segments label="View of the text" value={view} options={VIEWS} onChoose={setView} />
      </div>
      {view === 'write' ? (
        <TextArea
          label={`Text of ${stageWord(stage).toLowerCase()}, in markdown`}
          hideLabel
          rows={14}
          maxLength={200_000}
          placeholder={`What there is to say at ${stageWord(stage).toLowerCase()}, in markdown`}
          mono
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      ) : (
        <div className="min-h-40 rounded-md border border-line p-4">
          <Markdown text={text} name="preview" level={3} />
        </div>
      )}
      {advance.isPending && stage === 'verify' && <Verifying change={change.id} />}
      {advance.isError && <Refusal error={advance.error} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button kind="primary" icon="progress" busy={advance.isPending} reason={reason} onClick={send}>
          {next === undefined ? 'Verify and complete' : `Save and go on to ${stageWord(next.name).toLowerCase()}`}
        </Button>
        <span className="text-xs text-faint max-sm:hidden">
          <Kbd keys="mod+enter" />
        </span>
        {reason && <span className="text-xs text-soft">{reason}</span>}
      </div>
    </div>
  )
}

function whyNot(change: Change, stage: string, text: string): string | undefined {
  if (stage === 'context-check' && change.context === undefined) return 'Run the context check first'
  if (stage === 'context-check' && (change.context?.voided.length ?? 0) > 0) return 'Run the context check again'
  return text.trim() === '' ? 'Write something first' : undefined
}

function said({ status, current_stage, proof }: Change, stage: string): string {
  if (status === 'completed') return `Completed, with proof: ${proof?.kind ?? 'none'}.`
  return `${stageWord(stage)} is done; now ${stageWord(current_stage).toLowerCase()}.`
}
