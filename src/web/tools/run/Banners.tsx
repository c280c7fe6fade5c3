import { type ReactNode, useState } from 'react'
import type { Tool } from '../../../tools/model.ts'
import { problemFor } from '../../api/problem.ts'
import { useWrite } from '../../api/query.ts'
import { classes } from '../../parts/classes.ts'
import { Button } from '../../parts/input/Button.tsx'
import { PageLink } from '../../parts/layout/PageLink.tsx'
import { toast } from '../../parts/notify/toast.ts'
import { Icon, type IconName } from '../../parts/text/Icon.tsx'
import type { SetToolSearch } from '../ToolTabs.tsx'
import { GrantAll } from './GrantAll.tsx'
import { TrustDialog } from './TrustDialog.tsx'

/** What keeps the tool from running, each with what to do about it. The run button stays. */
export function Banners({ tool, onGo }: { tool: Tool; onGo: SetToolSearch }) {
  const [open, setOpen] = useState<'trust' | 'grant'>()
  const setup = useWrite('tool.setup', {
    onSuccess: ({ interaction_id }) => onGo({ run: interaction_id }),
    onError: error => toast({ tone: 'rust', text: problemFor(error).message }),
  })
  const back = encodeURIComponent(`/tools/${tool.name}`)
  const needed = neededFirst(tool)
  return (
    <div className="space-y-3 not-empty:mb-5">
      {tool.error !== undefined && (
        <Banner icon="warning" tone="rust" title="It does not work">
          {tool.error}
        </Banner>
      )}
      {/* What cannot be read cannot be trusted either. */}
      {!tool.trusted && tool.error === undefined && (
        <Banner
          icon="info"
          tone="sky"
          title={tool.standing === 'changed' ? 'Changed since you trusted it' : 'Not trusted yet'}
          action={<Button onClick={() => setOpen('trust')}>Look and trust</Button>}
        >
          Its files are in this repository. Nothing of it runs before you have looked at them.
        </Banner>
      )}
      {needed !== undefined && (
        <Banner
          icon="secrets"
          tone="amber"
          title="Secrets required"
          action={
            <PageLink href={`/secrets?need=${needed.name}&scope=${needed.scope}&back=${back}`}>Configure →</PageLink>
          }
        >
          {tool.missing_secrets.length > 0 ? (
            <>
              <Names names={tool.missing_secrets.map(name => withScopes(tool, name))} /> must be configured before this
              tool can run.
            </>
          ) : (
            <>
              <Names names={partly(tool).map(name => withScopes(tool, name))} /> must be configured before it can run
              for that.
            </>
          )}
        </Banner>
      )}
      {tool.missing_grants.length > 0 && (
        <Banner
          icon="secrets"
          tone="amber"
          title="Not granted"
          action={<Button onClick={() => setOpen('grant')}>Grant</Button>}
        >
          <Names names={tool.missing_grants} /> {tool.missing_grants.length === 1 ? 'is' : 'are'} set, but not granted
          to this tool as it is now.
        </Banner>
      )}
      {tool.keeps_grants === true && (
        <Banner icon="secrets" tone="amber" title="Keeps its secrets when it is edited">
          You follow its folder and let it keep what was granted to it, whatever its code becomes.
        </Banner>
      )}
      {tool.requires_setup && tool.setup_done !== true && tool.trusted && tool.error === undefined && (
        <Banner
          icon="settings"
          tone="amber"
          title="Setup required"
          action={
            <Button busy={setup.isPending} onClick={() => setup.mutate({ name: tool.name })}>
              Run setup
            </Button>
          }
        >
          {tool.setup_description ?? 'It has to be set up once before it runs.'}
        </Banner>
      )}
      {tool.problems.length > 0 && <Problems problems={tool.problems} />}
      {open === 'trust' && <TrustDialog tool={tool} onClose={() => setOpen(undefined)} />}
      {open === 'grant' && <GrantAll tool={tool} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

interface Needed {
  readonly name: string
  readonly scope: string
}

function neededFirst({ missing_secrets: [name], missing_scopes: scopes = [] }: Tool): Needed | undefined {
  const first = scopes.find(each => name === undefined || each.name === name)
  return first ?? (name === undefined ? undefined : { name, scope: 'default' })
}

/** Those that are set in one scope and not in another. */
function partly({ missing_scopes: scopes = [] }: Tool): string[] {
  return [...new Set(scopes.map(({ name }) => name))]
}

function withScopes({ missing_scopes: scopes = [] }: Tool, name: string): string {
  const where = scopes.filter(each => each.name === name).map(({ scope }) => scope)
  return where.length === 0 ? name : `${name} (${where.join(', ')})`
}

const TONES = {
  rust: 'bg-rust-wash text-rust',
  amber: 'bg-amber-wash text-amber',
  sky: 'bg-sky-wash text-sky',
} as const

interface BannerProps {
  readonly icon: IconName
  readonly tone: keyof typeof TONES
  readonly title: string
  readonly children: ReactNode
  readonly action?: ReactNode
}

function Banner({ icon, tone, title, children, action }: BannerProps) {
  return (
    <section aria-label={title} className={classes('flex gap-3 rounded-md px-4 py-3', TONES[tone])}>
      <Icon name={icon} size={18} className="mt-0.5" />
      <div className="min-w-0 flex-1 text-ink">
        <p className="font-medium">{title}</p>
        <p className="whitespace-pre-line break-words">{children}</p>
        {action && <div className="mt-2">{action}</div>}
      </div>
    </section>
  )
}

function Names({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <code className="font-mono text-[0.8125rem]">{name}</code>
    </span>
  ))
}

function Problems({ problems }: { problems: Tool['problems'] }) {
  return (
    <details className="rounded-md border border-line px-4 py-2.5">
      <summary className="text-soft">
        {problems.length === 1 ? 'One thing it says of itself' : `${problems.length} things it says of itself`} cannot
        be used
      </summary>
      <ul className="mt-2 space-y-1">
        {problems.map(({ field, message }) => (
          <li key={`${field} ${message}`} className="break-words">
            <code className="font-mono text-xs">{field}</code> {message}
          </li>
        ))}
      </ul>
    </details>
  )
}
