import { useRead, useWrite } from '../api/query.ts'
import { Button } from '../parts/input/Button.tsx'
import { Card } from '../parts/layout/Card.tsx'
import { ErrorBox, Loading } from '../parts/layout/States.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { CommandFold } from '../parts/text/CommandFold.tsx'
import { TOPIC_STATUS_LABELS } from './exploration-labels.ts'
import type { ExplorationDetail, FinalizationPlan } from './exploration-types.ts'

/** Where the documents go and which steps are done; what is left is carried out from here. */
export function PlanTab({ project, here }: { project: ExplorationDetail; here: boolean }) {
  const plan = useRead('exploration.plan', { project: project.name })
  const apply = useWrite('exploration.finalize')
  if (plan.isPending) return <Loading rows={6} />
  if (plan.isError) return <ErrorBox error={plan.error} retry={() => void plan.refetch()} />
  const { steps, reasons } = plan.data
  const left = steps.filter(({ status }) => status === 'pending' || status === 'in_progress').length
  const may = here && project.steps.length > 0 && left > 0 && !project.terminal
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
      <Card title="Steps" aside={`${steps.length - left} of ${steps.length} done`} flush>
        <Progress done={steps.length - left} of={steps.length} />
        <ol className="divide-y divide-line">
          {steps.map(step => (
            <Step key={step.id} step={step} may={may && step.action === 'manual' && step.status === 'pending'} />
          ))}
        </ol>
        {may && (
          <div className="border-t border-line px-5 py-4 max-sm:px-4">
            <Button
              kind="primary"
              icon="play"
              busy={apply.isPending}
              reason={reasons[0]?.message}
              onClick={() => apply.mutate({ apply: true })}
            >
              {apply.isPending ? 'Running' : 'Run remaining steps'}
            </Button>
          </div>
        )}
        {apply.isError && <ErrorBox error={apply.error} />}
      </Card>
      <Published plan={plan.data} />
    </div>
  )
}

function Progress({ done, of }: { done: number; of: number }) {
  return (
    <progress
      aria-label="Steps done"
      value={done}
      max={of}
      className="block h-1 w-full appearance-none bg-sunk [&::-moz-progress-bar]:bg-sprout [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-sprout"
    />
  )
}

function Step({ step, may }: { step: FinalizationPlan['steps'][number]; may: boolean }) {
  const update = useWrite('exploration.task_update')
  const { word, tone, icon } = TOPIC_STATUS_LABELS[step.status]
  const said = step.result ?? step.reason
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-5 py-3 max-sm:px-4">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">
          {step.name}
          {step.optional && <span className="ml-2 text-xs font-normal text-soft">optional</span>}
        </p>
        {said && /^https:\/\//.test(said) ? (
          <a href={said} rel="noreferrer" target="_blank" className="text-sm break-all text-sprout underline">
            {said}
          </a>
        ) : (
          said && <p className="mt-0.5 text-sm break-all text-soft">{said}</p>
        )}
      </div>
      {may ? (
        <Button
          icon="check"
          busy={update.isPending}
          onClick={() => update.mutate({ id: step.id, status: 'completed' })}
        >
          Mark as done
        </Button>
      ) : (
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
      )}
      {update.isError && <ErrorBox error={update.error} />}
    </li>
  )
}

function Published({ plan }: { plan: FinalizationPlan }) {
  return (
    <Card title={plan.target === '' ? 'Push' : plan.folder ? 'Published as a folder' : 'Published as a file'}>
      {plan.target !== '' && <p className="font-mono text-[0.8125rem] break-all">{plan.target}</p>}
      {plan.files.length > 0 && (
        <ul className="mt-3 space-y-1 text-sm break-all text-soft">
          {plan.files.map(({ from, to }) => (
            <li key={to}>
              {from} becomes {to}
            </li>
          ))}
        </ul>
      )}
      {plan.programs.map(line => (
        <p key={line} className="mt-3 text-sm break-words text-soft">
          {line}
        </p>
      ))}
      {plan.warnings.map(warning => (
        <p key={warning} className="mt-3 rounded-md bg-amber-wash px-3 py-2 text-sm break-words">
          {warning}
        </p>
      ))}
      {plan.reasons.map(reason => (
        <div key={reason.message} className="mt-3">
          <p className="mb-1 text-sm break-words whitespace-pre-line text-rust">{reason.message}</p>
          {reason.fix && <CommandFold command={reason.fix} />}
        </div>
      ))}
    </Card>
  )
}
