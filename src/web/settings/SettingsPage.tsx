import { useState } from 'react'
import { liveness } from '../api/live.ts'
import type { ConfigValue } from '../api/operations.ts'
import { problemOf } from '../api/problem.ts'
import { useManifest, useRead, useWrite } from '../api/query.ts'
import { useStateOf } from '../api/state.ts'
import { sheet } from '../keys/sheet.ts'
import { Badge, StatusDot } from '../parts/Badge.tsx'
import { Button } from '../parts/Button.tsx'
import { Card } from '../parts/Card.tsx'
import { Field, Segments, Switch } from '../parts/Field.tsx'
import { Page } from '../parts/Page.tsx'
import { EmptyState, ErrorBox, Loading } from '../parts/States.tsx'
import { toast } from '../parts/toast.ts'
import { chooseTheme, singleKeys, type Theme, theme } from '../shell/prefs.ts'
import { read, shown } from './config.ts'

const THEMES: { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
]

export default function SettingsPage() {
  return (
    <Page title="Preferences" lead="How Furrow looks and listens in this browser, and the values of this workspace.">
      <div className="grid max-w-3xl gap-6">
        <ThisBrowser />
        <Config />
        <About />
      </div>
    </Page>
  )
}

function ThisBrowser() {
  const chosen = useStateOf(theme)
  const keys = useStateOf(singleKeys)
  return (
    <Card title="This browser">
      <div className="space-y-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div>
            <p className="font-medium">Theme</p>
            <p className="mt-0.5 text-soft">System follows what your machine does.</p>
          </div>
          <Segments label="Theme" value={chosen} options={THEMES} onChoose={chooseTheme} />
        </div>
        <Switch
          label="Shortcuts of single keys"
          help="Such as j, k, / and g h. Turn them off if they get in the way of speech input or a screen reader."
          on={keys === 'on'}
          onSwitch={on => singleKeys.set(on ? 'on' : 'off')}
        />
        <Button icon="keyboard" onClick={() => sheet.set('help')}>
          Show all shortcuts
        </Button>
      </div>
    </Card>
  )
}

function Config() {
  const config = useRead('config.list', {})
  const values = config.data?.values ?? []
  return (
    <Card title="Workspace configuration" flush>
      {config.isPending && <Loading rows={4} />}
      {config.isError && <ErrorBox error={config.error} retry={() => void config.refetch()} />}
      {config.isSuccess && values.length === 0 && (
        <EmptyState icon="settings" title="Everything stands at its default">
          <code className="font-mono text-xs">furrow config set</code> changes a value from the terminal.
        </EmptyState>
      )}
      {values.length > 0 && (
        <ul className="divide-y divide-line">
          {values.map(value => (
            <ConfigRow key={`${value.source} ${value.key}`} value={value} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function ConfigRow({ value }: { value: ConfigValue }) {
  const [draft, setDraft] = useState<string>()
  const [error, setError] = useState<string>()
  const set = useWrite('config.set', {
    onSuccess: () => {
      setDraft(undefined)
      toast({ tone: 'sprout', text: `${value.key} is set.` })
    },
    onError: failed => setError(problemOf(failed).message),
  })
  const save = () => {
    setError(undefined)
    set.mutate({ key: value.key, value: read(draft ?? '') })
  }
  return (
    <li className="px-5 py-3 max-sm:px-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-40">
          <p className="font-mono text-[0.8125rem] break-all">{value.key}</p>
          {value.source && <p className="text-xs text-faint">{value.source}</p>}
        </div>
        {draft === undefined ? (
          <div className="flex min-w-0 items-center gap-2">
            <code className="min-w-0 font-mono text-[0.8125rem] break-all text-soft">{shown(value.value)}</code>
            <Button
              size="small"
              kind="quiet"
              aria-label={`Edit ${value.key}`}
              onClick={() => setDraft(shown(value.value))}
            >
              Edit
            </Button>
          </div>
        ) : (
          <form
            className="flex flex-1 basis-64 items-start gap-2"
            onSubmit={event => {
              event.preventDefault()
              save()
            }}
          >
            <Field
              className="flex-1"
              label={`Value of ${value.key}`}
              hideLabel
              autoFocus
              value={draft}
              error={error}
              onChange={event => setDraft(event.currentTarget.value)}
            />
            <Button type="submit" kind="primary" busy={set.isPending}>
              Save
            </Button>
            <Button kind="quiet" onClick={() => setDraft(undefined)}>
              Cancel
            </Button>
          </form>
        )}
      </div>
    </li>
  )
}

function About() {
  const { data } = useManifest()
  const { data: status } = useRead('workspace.status', {})
  const live = useStateOf(liveness) === 'live'
  return (
    <Card title="About">
      <dl className="grid grid-cols-[auto_1fr] gap-x-8 gap-y-2">
        <dt className="text-soft">Version</dt>
        <dd className="tabular">{data?.version ?? '–'}</dd>
        <dt className="text-soft">Workspace</dt>
        <dd className="font-mono text-[0.8125rem] break-all">{status?.workspace?.root ?? '–'}</dd>
        <dt className="text-soft">Server</dt>
        <dd className="flex items-center gap-2">
          <StatusDot tone={live ? 'sprout' : 'amber'} />
          {live ? 'Connected' : 'Not answering'} <Badge>{location.host}</Badge>
        </dd>
      </dl>
    </Card>
  )
}
