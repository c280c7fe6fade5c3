import { useNavigate } from '@tanstack/react-router'
import type { Interaction, ResultAction, Tool } from '../../../tools/model.ts'
import type { Output } from '../../api/call.ts'
import { problemFor } from '../../api/problem.ts'
import { useRead, useWrite } from '../../api/query.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Dialog } from '../../parts/input/Dialog.tsx'
import { ErrorBox, Loading } from '../../parts/layout/States.tsx'
import { toast } from '../../parts/notify/toast.ts'
import { CodeBlock } from '../../parts/text/Code.tsx'
import { CommandFold } from '../../parts/text/CommandFold.tsx'

interface FollowUpProps {
  readonly action: ResultAction
  readonly tool: Tool
  readonly interaction: Interaction
  readonly onClose: () => void
}

type FollowUpPreview = Output<'tool.act_preview'>

/** What would be done, word for word, and the yes to it. */
export function FollowUpDialog({ action, tool, interaction, onClose }: FollowUpProps) {
  const wanted = { name: tool.name, interaction_id: interaction.id, action_id: action.id ?? action.label }
  // Each look has a token of its own, so none is kept from an earlier one.
  const preview = useRead('tool.act_preview', wanted, { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false })
  const shown = preview.data
  return (
    <Dialog title={action.label} describe={shown?.question ?? lead(shown)} onClose={onClose} wide>
      <div className="space-y-4 overflow-y-auto p-5">
        {preview.isPending && <Loading rows={3} />}
        {preview.isError && <ErrorBox error={preview.error} retry={() => void preview.refetch()} />}
        {shown && <What shown={shown} />}
        <Answer wanted={wanted} action={action} shown={shown} onClose={onClose} />
      </div>
    </Dialog>
  )
}

function lead(shown: FollowUpPreview | undefined): string {
  if (shown === undefined) return 'What would be done:'
  if (shown.operation === undefined) return `${shown.agent ?? 'An agent'} gets the prompt below and works on it.`
  return shown.prompt === undefined ? 'This is done at once.' : 'This is done at once; then an agent adds to it.'
}

function What({ shown }: { shown: FollowUpPreview }) {
  const { operation, prompt, without_agent: none, missing } = shown
  return (
    <>
      {operation && (
        <div>
          <p className="mb-1.5 font-medium">{operation.summary}</p>
          <CodeBlock text={JSON.stringify(operation.input, undefined, 2)} label={operation.name} />
        </div>
      )}
      {prompt && (
        <details open={operation === undefined}>
          <summary className="font-medium">What {shown.agent ?? 'an agent'} is asked</summary>
          <div className="mt-2">
            <CodeBlock text={prompt} label="the prompt" />
          </div>
        </details>
      )}
      {missing.length > 0 && <p className="text-soft">This result has no {missing.join(', ')}.</p>}
      {none && (
        <div className="rounded-md bg-amber-wash px-4 py-3">
          <p className="mb-2">{none.message}</p>
          {none.fix && <CommandFold command={none.fix} />}
        </div>
      )}
    </>
  )
}

interface FollowUpAnswerProps {
  readonly wanted: { name: string; interaction_id: string; action_id: string }
  readonly action: ResultAction
  readonly shown: FollowUpPreview | undefined
  readonly onClose: () => void
}

function Answer({ wanted, action, shown, onClose }: FollowUpAnswerProps) {
  const navigate = useNavigate()
  const act = useWrite('tool.act', {
    onSuccess: done => {
      onClose()
      toast({ tone: 'sprout', text: told(done) })
      if (done.run_id !== undefined) void navigate({ to: '/runs/$id', params: { id: done.run_id } })
    },
    onError: error => toast({ tone: 'rust', text: problemFor(error).message }),
  })
  const token = shown?.confirm_token
  return (
    <div className="flex justify-end gap-2">
      <Button autoFocus onClick={onClose}>
        Cancel
      </Button>
      <Button
        kind="primary"
        busy={act.isPending}
        reason={whyNot(shown)}
        onClick={() => act.mutate({ ...wanted, ...(token !== undefined && { confirm_token: token }) })}
      >
        {action.label}
      </Button>
    </div>
  )
}

function whyNot(shown: FollowUpPreview | undefined): string | undefined {
  if (shown === undefined) return 'What it would do is not known yet.'
  return shown.operation === undefined && shown.prompt !== undefined ? shown.without_agent?.message : undefined
}

function told({ action, operation, agent, without_agent: none }: Output<'tool.act'>): string {
  if (agent !== undefined) return `${action.label}: ${agent} is at it.`
  const made = operation?.link === undefined ? 'done' : `done, ${operation.link}`
  return none === undefined ? `${action.label}: ${made}.` : `${action.label}: ${made}; no agent adds to it.`
}
