import { useNavigate } from '@tanstack/react-router'
import { problemOf } from '../api/problem.ts'
import { useWrite } from '../api/query.ts'
import type { Run } from '../api/types.ts'
import { Button } from '../parts/Button.tsx'
import { toast } from '../parts/toast.ts'
import { isOver } from '../runs/status.ts'

/** Ends an agent with all that it started, or goes on with its session. */
export function AgentActions({ run }: { run: Run }) {
  if (!isOver(run)) return <Stop id={run.id} />
  return run.agent?.resumable === true ? <Resume id={run.id} /> : null
}

function Stop({ id }: { id: string }) {
  const stop = useWrite('agent.stop', { onError: tellFailure })
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
    onError: tellFailure,
  })
  return (
    <Button icon="play" busy={resume.isPending} onClick={() => resume.mutate({ id })}>
      Resume
    </Button>
  )
}

function tellFailure(error: unknown): void {
  toast({ tone: 'rust', text: problemOf(error).message })
}
