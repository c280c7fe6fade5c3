import { useWrite } from '../../api/query.ts'
import { Conflict } from '../../parts/editor/Conflict.tsx'
import { useDraft } from '../../parts/editor/draft.ts'
import { MarkdownEditor } from '../../parts/editor/MarkdownEditor.tsx'
import { useFocusAfter } from '../../parts/editor/useFocusAfter.ts'
import { SendLine } from '../../parts/input/SendLine.tsx'
import { toast } from '../../parts/notify/toast.ts'
import { changeStageWord } from '../change-labels.ts'
import type { ChangeDetail } from '../change-types.ts'
import { Refusal } from '../Refusal.tsx'
import { Verifying } from '../verify/Verifying.tsx'
import { VerifyPlan } from '../verify/VerifyPlan.tsx'
import { Conflicts, insertConflict } from './Conflicts.tsx'
import { Guide } from './Guide.tsx'
import { stageDraftName } from './stage-draft.ts'

interface StageEditorProps {
  readonly change: ChangeDetail
  readonly stage: string
  readonly before: string
}

/** Writes the text of the current stage and goes on. Verifying takes as long as its checks do. */
export function StageEditor({ change, stage, before }: StageEditorProps) {
  const draft = useDraft(stageDraftName(change.id, stage), { text: before })
  const { text, setText } = draft
  const place = useFocusAfter()
  const advance = useWrite('change.advance', {
    onSuccess: (after): void => {
      // The checks go on elsewhere; asking again waits for them.
      if (after.verifying !== undefined) {
        advance.mutate({ content: text, stage })
        return
      }
      draft.discard()
      toast({ tone: 'sprout', text: said(after, stage) })
      for (const text of after.warnings ?? []) toast({ tone: 'amber', text })
    },
  })
  const reason = draft.theirs === undefined ? whyNot(change, stage, text) : 'Choose between the two texts first'
  const send = () => reason === undefined && !advance.isPending && advance.mutate({ content: text, stage })
  const next = change.stages[change.stages.findIndex(({ name }) => name === stage) + 1]
  return (
    <div ref={place} className="grid gap-4">
      <Guide stage={stage} />
      {stage === 'verify' && <VerifyPlan change={change} />}
      {stage === 'context-check' && (
        <Conflicts context={change.context} text={text} onInsert={shared => setText(insertConflict(text, shared))} />
      )}
      <Conflict draft={draft} />
      <MarkdownEditor
        label={`Text of ${changeStageWord(stage).toLowerCase()}, in markdown`}
        rows={14}
        placeholder="Markdown"
        text={text}
        onText={setText}
        onSend={send}
      />
      {advance.isPending && stage === 'verify' && <Verifying change={change.id} />}
      {advance.isError && <Refusal error={advance.error} />}
      <SendLine busy={advance.isPending} reason={reason} onSend={send}>
        {next === undefined ? 'Verify and complete' : `Save and go on to ${changeStageWord(next.name).toLowerCase()}`}
      </SendLine>
    </div>
  )
}

function whyNot(change: ChangeDetail, stage: string, text: string): string | undefined {
  if (stage === 'context-check' && change.context === undefined) return 'Run the context check first'
  if (stage === 'context-check' && (change.context?.voided.length ?? 0) > 0) return 'Run the context check again'
  return text.trim() === '' ? 'Write something first' : undefined
}

function said({ status, current_stage, proof }: ChangeDetail, stage: string): string {
  if (status === 'completed') return `Completed, with proof: ${proof?.kind ?? 'none'}.`
  return `${changeStageWord(stage)} saved. Next: ${changeStageWord(current_stage).toLowerCase()}`
}
