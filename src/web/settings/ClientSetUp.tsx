import type { ReactNode } from 'react'
import { shell, splice } from '../../shared/shell/shell.ts'
import type { Output } from '../api/call.ts'
import { useWrite } from '../api/query.ts'
import { Button } from '../parts/input/Button.tsx'
import { ErrorBox } from '../parts/layout/States.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { CodeBlock, CopyLine } from '../parts/text/Code.tsx'
import type { ClientDetail } from './client-state.ts'

/** Everything that connects one client, to be copied or done with one press. */
export function ClientSetUp({ client }: { client: ClientDetail }) {
  return (
    <div className="space-y-6">
      <Step title="In your repository">
        <CopyLine text={client.command} />
        <Now client={client} />
      </Step>
      {client.own_command && (
        <Step title="Or for yourself, in every repository">
          <CopyLine text={client.own_command} />
        </Step>
      )}
      <Step title="Or by hand">
        {client.registrations.map(registration => (
          <div key={registration.path} className="space-y-2">
            <p className="flex flex-wrap items-center gap-2">
              <code className="min-w-0 font-mono text-[0.8125rem] break-all">{registration.path}</code>
              <RegistrationBadge registration={registration} />
            </p>
            {registration.says && <p className="text-soft">{registration.says}</p>}
            <CodeBlock text={registration.text} label={registration.path} />
          </div>
        ))}
      </Step>
      <Step title="Then">
        <p>{client.afterwards.replaceAll('`', '')}</p>
      </Step>
      {client.hooks && (
        <Step title="Enforce it">
          <p className="text-soft">
            Hooks in <code className="font-mono text-[0.8125rem] break-all">{client.hooks}</code> tell it of the open
            work, warn before edits without a change, and keep it from saying done without proof.
          </p>
          <CopyLine text={shell`${splice(client.command)} --hooks`} />
        </Step>
      )}
      <Facts client={client} />
    </div>
  )
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-2.5">
      <h3 className="font-medium">{title}</h3>
      {children}
    </section>
  )
}

/** Writes the files of the repository from here; undo takes them back. */
function Now({ client }: { client: ClientDetail }) {
  const init = useWrite('workspace.init')
  if (client.registrations.every(({ scope }) => scope === 'user')) return null
  return (
    <div className="space-y-2.5">
      <Button kind="primary" busy={init.isPending} onClick={() => init.mutate({ clients: [client.id] })}>
        Set up {client.title} now
      </Button>
      {init.isError && <ErrorBox error={init.error} />}
      {init.data && <SetUpChanges changes={init.data.changes} />}
    </div>
  )
}

type SetUpChanges = Output<'workspace.init'>['changes']

function SetUpChanges({ changes }: { changes: SetUpChanges }) {
  const made = changes.filter(({ change }) => change !== 'unchanged')
  if (made.length === 0) return <p role="status">Everything is as it should be already.</p>
  return (
    <ul role="status" aria-label="What was written" className="space-y-1">
      {made.map(({ path, change, note }) => (
        <li key={`${path} ${note}`} className="flex flex-wrap gap-x-2">
          <code className="min-w-0 font-mono text-[0.8125rem] break-all">{path}</code>
          <span className="text-soft">{change === 'kept' ? 'kept: it is yours' : change}</span>
        </li>
      ))}
    </ul>
  )
}

type RegistrationRow = ClientDetail['registrations'][number]

function RegistrationBadge({ registration: { state } }: { registration: RegistrationRow }) {
  switch (state) {
    case 'ours':
      return <Badge tone="sprout">starts this install</Badge>
    case 'another':
      return <Badge tone="amber">points to another Furrow</Badge>
    case 'damaged':
      return <Badge tone="rust">cannot be read</Badge>
    case 'absent':
      return <Badge>not yet</Badge>
  }
}

function Facts({ client: { context, skills, commands, proven } }: { client: ClientDetail }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 border-t border-line pt-4 text-[0.8125rem]">
      <dt className="text-soft">Context</dt>
      <dd className="font-mono break-all">{context}</dd>
      <dt className="text-soft">Skills</dt>
      <dd className="font-mono break-all">{skills}/furrow-*</dd>
      {commands.length > 0 && (
        <>
          <dt className="text-soft">Commands</dt>
          <dd className="font-mono break-words">{commands.join('  ')}</dd>
        </>
      )}
      <dt className="text-soft">Tested</dt>
      <dd>
        {proven === 'by the client' ? 'The client itself confirms it.' : 'Only the format of the files is checked.'}
      </dd>
    </dl>
  )
}
