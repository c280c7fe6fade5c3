import { useWrite } from '../api/query.ts'
import { MarkdownEditor } from '../parts/MarkdownEditor.tsx'
import { SendLine } from '../parts/SendLine.tsx'
import { toast } from '../parts/toast.ts'
import { Conflicts, insertConflict } from './Conflicts.tsx'
import { useDraft } from './draft.ts'
import { Guide } from './Guide.tsx'
import { stageWord } from './look.ts'
import { Refusal } from './Refusal.tsx'
import type { Change } from './types.ts'
import { Verifying } from './Verifying.tsx'
import { VerifyPlan } from './VerifyPlan.tsx'

interface EditorProps {
  readonly change: Change
  readonly stage: string
  readonly before: string
}

/** Writes the text of the current stage and goes on. Verifying takes as long as its checks do. */
export function StageEditor({ change, stage, before }: EditorProps) {
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
  const next = change.stages[change.stages.findIndex(({ name }) => name === stage) + 1]
  return (
    <div className="grid gap-4">
      <Guide stage={stage} />
      {stage === 'verify' && <VerifyPlan change={change} />}
      {stage === 'context-check' && (
        <Conflicts context={change.context} text={text} onInsert={shared => setText(insertConflict(text, shared))} />
      )}
      <MarkdownEditor
        label={`Text of ${stageWord(stage).toLowerCase()}, in markdown`}
        rows={14}
        placeholder={`What there is to say at ${stageWord(stage).toLowerCase()}, in markdown`}
        text={text}
        onText={setText}
        onSend={send}
      />
      {advance.isPending && stage === 'verify' && <Verifying change={change.id} />}
      {advance.isError && <Refusal error={advance.error} />}
      <SendLine busy={advance.isPending} reason={reason} onSend={send}>
        {next === undefined ? 'Verify and complete' : `Save and go on to ${stageWord(next.name).toLowerCase()}`}
      </SendLine>
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
