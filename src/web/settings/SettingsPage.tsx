import { liveness } from '../api/live/live.ts'
import { useManifest, useRead } from '../api/query.ts'
import { useStateOf } from '../api/state.ts'
import { sheet } from '../keys/sheet.ts'
import { Button } from '../parts/input/Button.tsx'
import { Segments, Switch } from '../parts/input/Field.tsx'
import { Card } from '../parts/layout/Card.tsx'
import { Page } from '../parts/layout/Page.tsx'
import { Badge, StatusDot } from '../parts/text/Badge.tsx'
import { chooseTheme, singleKeys, type Theme, theme } from '../shell/prefs.ts'
import { AgentRules } from './AgentRules.tsx'
import { Agents } from './Agents.tsx'
import { Config } from './Config.tsx'
import { GitIdentity } from './GitIdentity.tsx'
import { Runtimes } from './Runtimes.tsx'

const THEMES: { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
]

export default function SettingsPage() {
  return (
    <Page title="Preferences" lead="Appearance, shortcuts and workspace settings.">
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        <ThisBrowser />
        <GitIdentity />
        <Agents />
        <AgentRules />
        <Config />
        <Runtimes />
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
          label="Single-key shortcuts"
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
