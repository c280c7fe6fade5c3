import { useState } from 'react'
import { problemOf } from '../api/problem.ts'
import { useRead, useWrite } from '../api/query.ts'
import { useDraft } from '../changes/draft.ts'
import { Card } from '../parts/Card.tsx'
import { Switch } from '../parts/Field.tsx'
import { MarkdownEditor } from '../parts/MarkdownEditor.tsx'
import { SendLine } from '../parts/SendLine.tsx'
import { ErrorBox, Loading } from '../parts/States.tsx'
import { toast } from '../parts/toast.ts'
import { stageWord } from './look.ts'
import type { Spec } from './types.ts'

/** The open stage as one document to fill in: its own text when it was written before, else its template. */
export function StageForm({ spec, stage }: { spec: Spec; stage: string }) {
  const template = useRead('spec.template', { stage })
  const begun = spec.stages.find(({ name }) => name === stage)?.bytes !== undefined && stage !== 'clarify'
  const before = useRead('spec.context', { stage }, { enabled: begun })
  if (template.isPending || (begun && before.isPending)) return <Loading rows={5} />
  if (template.isError) return <ErrorBox error={template.error} retry={() => void template.refetch()} />
  const start = (begun ? before.data?.artifacts[0]?.content : undefined) ?? template.data.document
  return <Form key={stage} name={`${spec.name}.${stage}`} stage={stage} start={withoutComputed(start)} />
}

/** What Furrow computed below a verdict is computed again. */
function withoutComputed(document: string): string {
  const at = document.indexOf('\n## Computed Coverage')
  return at === -1 ? document : document.slice(0, at + 1)
}

function Form({ name, stage, start }: { name: string; stage: string; start: string }) {
  const [text, setText, drop] = useDraft(`spec.${name}`, start)
  const [overwrite, setOverwrite] = useState(false)
  const write = useWrite('spec.write', {
    onSuccess: after => {
      drop()
      toast({ tone: 'sprout', text: [`Saved ${after.saved?.path}.`, ...after.notices].join(' ') })
    },
  })
  const reason = text.trim() === start.trim() ? 'Fill in the sections first' : undefined
  const send = () => reason === undefined && !write.isPending && write.mutate({ stage, document: text, overwrite })
  return (
    <Card title={`Write ${stageWord(stage).toLowerCase()}`}>
      <div className="grid gap-4">
        <MarkdownEditor
          label={`Text of ${stageWord(stage).toLowerCase()}, in markdown`}
          rows={18}
          text={text}
          onText={setText}
          onSend={send}
        />
        {write.isError && <ErrorBox error={write.error} />}
        {write.isError && problemOf(write.error).code === 'conflict' && (
          <Switch label="Keep that file beside the new one" on={overwrite} onSwitch={setOverwrite} />
        )}
        <SendLine busy={write.isPending} reason={reason} onSend={send}>
          Save {stageWord(stage).toLowerCase()}
        </SendLine>
      </div>
    </Card>
  )
}
