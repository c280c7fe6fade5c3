import { useState } from 'react'
import { problemFor } from '../api/problem.ts'
import { useRead, useReread, useWrite } from '../api/query.ts'
import { DocumentEditor } from '../parts/editor/DocumentEditor.tsx'
import { Switch } from '../parts/input/Field.tsx'
import { Card } from '../parts/layout/Card.tsx'
import { ErrorBox, Loading } from '../parts/layout/States.tsx'
import { toast } from '../parts/notify/toast.ts'
import { specDraftName } from './spec-draft.ts'
import { specStageWord } from './spec-labels.ts'
import type { SpecDetail } from './spec-types.ts'

/** The open stage as one document to fill in: its own text when it was written before, else its template. */
export function StageForm({ spec, stage }: { spec: SpecDetail; stage: string }) {
  const template = useRead('spec.template', { stage })
  const begun = spec.stages.find(({ name }) => name === stage)?.bytes !== undefined && stage !== 'clarify'
  const before = useRead('spec.context', { stage }, { enabled: begun })
  if (template.isPending || (begun && before.isPending)) return <Loading rows={5} />
  if (template.isError) return <ErrorBox error={template.error} retry={() => void template.refetch()} />
  const start = (begun ? before.data?.artifacts[0]?.content : undefined) ?? template.data.document
  return (
    <Form
      key={stage}
      name={specDraftName(spec.name, stage)}
      stage={stage}
      start={withoutComputed(start)}
      begun={begun}
    />
  )
}

/** What Furrow computed below a verdict is computed again. */
function withoutComputed(document: string): string {
  const at = document.indexOf('\n## Computed Coverage')
  return at === -1 ? document : document.slice(0, at + 1)
}

interface FormProps {
  readonly name: string
  readonly stage: string
  readonly start: string
  /** Its text was saved before; somebody else may save another one. */
  readonly begun: boolean
}

function Form({ name, stage, start, begun }: FormProps) {
  const [overwrite, setOverwrite] = useState(false)
  const rereadContext = useReread('spec.context', { stage })
  const write = useWrite('spec.write', {
    onSuccess: after => toast({ tone: 'sprout', text: [`Saved ${after.saved?.path}.`, ...after.notices].join(' ') }),
  })
  const reread = async () => ({ text: withoutComputed((await rereadContext()).artifacts[0]?.content ?? start) })
  return (
    <Card title={`Write ${specStageWord(stage).toLowerCase()}`}>
      <DocumentEditor
        name={name}
        label={`Text of ${specStageWord(stage).toLowerCase()}, in markdown`}
        rows={18}
        stored={{ text: start }}
        {...(begun && { reread })}
        save={document => write.mutateAsync({ stage, document, overwrite })}
        saveLabel={`Save ${specStageWord(stage).toLowerCase()}`}
      />
      {write.isError && problemFor(write.error).code === 'conflict' && (
        <div className="mt-4">
          <Switch label="Keep that file beside the new one" on={overwrite} onSwitch={setOverwrite} />
        </div>
      )}
    </Card>
  )
}
