import { type KeyboardEvent, useState } from 'react'
import { problemOf } from '../api/problem.ts'
import { useRead, useWrite } from '../api/query.ts'
import { useDraft } from '../changes/draft.ts'
import { Button } from '../parts/Button.tsx'
import { Card } from '../parts/Card.tsx'
import { Segments, Switch } from '../parts/Field.tsx'
import { Kbd } from '../parts/Kbd.tsx'
import { Markdown } from '../parts/Markdown.tsx'
import { ErrorBox, Loading } from '../parts/States.tsx'
import { TextArea } from '../parts/TextArea.tsx'
import { toast } from '../parts/toast.ts'
import { stageWord } from './look.ts'
import type { Spec } from './types.ts'

const VIEWS = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
] as const

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
  const [view, setView] = useState<'write' | 'preview'>('write')
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
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  }
  return (
    <Card title={`Write ${stageWord(stage).toLowerCase()}`}>
      <div className="grid gap-4">
        <Segments label="View of the text" value={view} options={VIEWS} onChoose={setView} />
        {view === 'write' ? (
          <TextArea
            label={`Text of ${stageWord(stage).toLowerCase()}, in markdown`}
            hideLabel
            rows={18}
            maxLength={200_000}
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
        {write.isError && <ErrorBox error={write.error} />}
        {write.isError && problemOf(write.error).code === 'conflict' && (
          <Switch label="Keep that file beside the new one" on={overwrite} onSwitch={setOverwrite} />
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button kind="primary" icon="progress" busy={write.isPending} reason={reason} onClick={send}>
            Save {stageWord(stage).toLowerCase()}
          </Button>
          <span className="text-xs text-faint max-sm:hidden">
            <Kbd keys="mod+enter" />
          </span>
          {reason && <span className="text-xs text-soft">{reason}</span>}
        </div>
      </div>
    </Card>
  )
}
