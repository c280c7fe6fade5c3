import { useState } from 'react'
import type { Tool } from '../../../tools/model.ts'
import type { Output } from '../../api/call.ts'
import { problemFor } from '../../api/problem.ts'
import { useRead, useWrite } from '../../api/query.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Dialog } from '../../parts/input/Dialog.tsx'
import { PageLink } from '../../parts/layout/PageLink.tsx'
import { ErrorBox, Loading } from '../../parts/layout/States.tsx'
import { Icon } from '../../parts/text/Icon.tsx'
import { TrustDialog } from '../run/TrustDialog.tsx'

type ReadinessStep = Output<'tool.ready'>['steps'][number]

/** Everything between a tool and its first run, each with the one thing to do about it. */
export function ReadyDialog({ tool, onClose }: { tool: Tool; onClose: () => void }) {
  const readiness = useRead('tool.ready', { name: tool.name }, { staleTime: 0 })
  const [trusting, setTrusting] = useState(false)
  if (trusting)
    return (
      <TrustDialog
        tool={tool}
        onClose={() => {
          setTrusting(false)
          void readiness.refetch()
        }}
      />
    )
  return (
    <Dialog
      title={`Make ${tool.display_name} ready`}
      describe="What it needs before it runs. Each step is yours to agree to."
      onClose={onClose}
    >
      <div className="space-y-4 overflow-y-auto p-5">
        {readiness.isPending && <Loading rows={4} />}
        {readiness.isError && <ErrorBox error={readiness.error} />}
        {readiness.isSuccess && (
          <>
            <p role="status" className="font-medium">
              {readiness.data.ready ? 'It is ready to run.' : 'Not ready yet.'}
            </p>
            <ul className="space-y-3">
              {readiness.data.steps.map(step => (
                <li key={`${step.kind} ${step.title}`} className="flex items-start gap-3">
                  <Icon name={step.done ? 'check' : 'warning'} className={step.done ? 'text-sprout' : 'text-amber'} />
                  <div className="min-w-0 flex-1">
                    <p>{step.title}</p>
                    {step.detail && <p className="text-xs break-words text-soft">{step.detail}</p>}
                  </div>
                  {!step.done && <Deed tool={tool} step={step} onTrust={() => setTrusting(true)} />}
                </li>
              ))}
            </ul>
          </>
        )}
        <div className="flex justify-end">
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  )
}

function Deed({ tool, step, onTrust }: { tool: Tool; step: ReadinessStep; onTrust: () => void }) {
  switch (step.kind) {
    case 'trust':
      return <Button onClick={onTrust}>Look and trust</Button>
    case 'secret': {
      const { name, scope } = step.operation?.input ?? {}
      const back = encodeURIComponent(`/tools/${tool.name}`)
      return <PageLink href={`/secrets?need=${String(name)}&scope=${String(scope)}&back=${back}`}>Configure →</PageLink>
    }
    case 'grant':
      return <GrantStep tool={tool.name} name={String(step.operation?.input['name'])} />
    case 'setup':
      return <SetupStep name={tool.name} />
    case 'packages':
      return <InstallStep name={tool.name} />
    default:
      return null
  }
}

function GrantStep({ tool, name }: { tool: string; name: string }) {
  const grant = useWrite('secrets.grant')
  return <Do label="Grant" deed={grant} onClick={() => grant.mutate({ name, tool })} />
}

function SetupStep({ name }: { name: string }) {
  const setup = useWrite('tool.setup')
  return <Do label="Run setup" deed={setup} onClick={() => setup.mutate({ name })} />
}

function InstallStep({ name }: { name: string }) {
  const install = useWrite('tool.install')
  return <Do label="Install" deed={install} onClick={() => install.mutate({ name })} />
}

interface DoProps {
  readonly label: string
  readonly deed: { readonly isPending: boolean; readonly isError: boolean; readonly error: unknown }
  readonly onClick: () => void
}

function Do({ label, deed, onClick }: DoProps) {
  return (
    <div className="text-right">
      <Button busy={deed.isPending} onClick={onClick}>
        {label}
      </Button>
      {deed.isError && (
        <p role="alert" className="mt-1 text-xs text-rust">
          {problemFor(deed.error).message}
        </p>
      )}
    </div>
  )
}
