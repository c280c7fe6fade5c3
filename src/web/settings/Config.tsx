import { type FormEvent, useState } from 'react'
import { problemFor } from '../api/problem.ts'
import { useRead, useWrite } from '../api/query.ts'
import type { SettingDetail } from '../api/types.ts'
import { Button } from '../parts/input/Button.tsx'
import { Field, Select } from '../parts/input/Field.tsx'
import { Card } from '../parts/layout/Card.tsx'
import { ErrorBox, Loading } from '../parts/layout/States.tsx'
import { toast } from '../parts/notify/toast.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { grouped, operationFor, shown } from './config.ts'

/** Every setting with its value and where it comes from, by what it is about; each can be edited in its place. */
export function Config() {
  const config = useRead('config.list', {})
  const { settings = [], warnings = [] } = config.data ?? {}
  return (
    <Card title="Configuration" flush>
      {config.isPending && <Loading rows={4} />}
      {config.isError && <ErrorBox error={config.error} retry={() => void config.refetch()} />}
      {warnings.map(warning => (
        <p key={warning} className="border-b border-line bg-amber-wash px-5 py-2 text-ink">
          {warning}
        </p>
      ))}
      {grouped(settings).map(({ title, settings: some }) => (
        <section key={title} aria-label={title}>
          <h3 className="border-b border-line bg-sunk px-5 py-2 text-xs font-medium text-soft max-sm:px-4">{title}</h3>
          <ul className="divide-y divide-line border-b border-line">
            {some.map(setting => (
              <SettingRow key={setting.key} setting={setting} />
            ))}
          </ul>
        </section>
      ))}
      {config.isSuccess && (
        <p className="px-5 py-3 text-soft max-sm:px-4">
          Quality gates, which run when a change is verified, are written in <code>.sdlc/config.yaml</code>, under{' '}
          <code>gates</code>: a list in which each has a <code>name</code> and a <code>command</code>.
        </p>
      )}
    </Card>
  )
}

function SettingRow({ setting }: { setting: SettingDetail }) {
  const [editing, setEditing] = useState(false)
  return (
    <li id={setting.key} className="px-5 py-3.5 target:bg-sprout-wash max-sm:px-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-mono text-[0.8125rem] break-all">{setting.key}</p>
          <p className="text-xs text-soft">{setting.summary}</p>
        </div>
        {editing ? (
          <Editor setting={setting} onDone={() => setEditing(false)} />
        ) : (
          <div className="flex min-w-0 items-center gap-2">
            <code className="min-w-0 font-mono text-[0.8125rem] break-all">{shown(setting.value) || 'not set'}</code>
            <Badge>{setting.source}</Badge>
            <Button size="small" kind="quiet" aria-label={`Edit ${setting.key}`} onClick={() => setEditing(true)}>
              Edit
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}

function Editor({ setting, onDone }: { setting: SettingDetail; onDone: () => void }) {
  const [draft, setDraft] = useState(shown(setting.value))
  const set = useWrite(operationFor(setting), {
    onSuccess: () => {
      toast({ tone: 'sprout', text: `${setting.key} is set.` })
      onDone()
    },
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    set.mutate({ key: setting.key, value: draft })
  }
  return (
    <form className="flex flex-1 basis-72 items-start gap-2" onSubmit={save}>
      <div className="flex-1">
        {setting.choices === undefined ? (
          <Field
            label={`Value of ${setting.key}`}
            hideLabel
            autoFocus
            value={draft}
            error={set.isError ? problemFor(set.error).message : undefined}
            onChange={event => setDraft(event.currentTarget.value)}
          />
        ) : (
          <Select
            label={`Value of ${setting.key}`}
            hideLabel
            value={draft}
            options={setting.choices.map(value => ({ value, label: value }))}
            onChoose={setDraft}
          />
        )}
      </div>
      <Button type="submit" kind="primary" busy={set.isPending}>
        Save
      </Button>
      <Button kind="quiet" onClick={onDone}>
        Cancel
      </Button>
    </form>
  )
}
