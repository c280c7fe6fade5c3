import { useNavigate } from '@tanstack/react-router'
import { useWrite } from '../api/query.ts'
import type { RunDetail } from '../api/types.ts'
import { Button } from '../parts/input/Button.tsx'
import { showRefusal } from '../parts/notify/show-refusal.ts'
import { hasEnded } from '../runs/status.ts'

/** Ends an agent with all that it started, or goes on with its session. */
export function AgentActions({ run }: { run: RunDetail }) {
  if (!hasEnded(run)) return <Stop id={run.id} />
  return run.agent?.resumable === true ? <Resume id={run.id} /> : null
}

function Stop({ id }: { id: string }) {
  const stop = useWrite('agent.stop', { onError: showRefusal })
  const going = stop.isPending || stop.isSuccess
  return (
    <Button icon="stop" busy={going} onClick={() => stop.mutate({ id })}>
      {going ? 'Stopping' : 'Stop'}
    </Button>
  )
}

function Resume({ id }: { id: string }) {
  const navigate = useNavigate()
  const resume = useWrite('agent.resume', {
    onSuccess: run => void navigate({ to: '/runs/$id', params: { id: run.id } }),
    onError: showRefusal,
  })
  return (
    <Button icon="play" busy={resume.isPending} onClick={() => resume.mutate({ id })}>
      Resume
    </Button>
  )
}
