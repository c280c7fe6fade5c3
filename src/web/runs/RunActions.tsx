import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { shell, shellLine } from '../../operation/shell.ts'
import { AgentActions } from '../agents/AgentActions.tsx'
import { problemOf } from '../api/problem.ts'
import { useRead, useWrite } from '../api/query.ts'
import type { Run } from '../api/types.ts'
import { Ask } from '../parts/Ask.tsx'
import { Button } from '../parts/Button.tsx'
import { useCopy } from '../parts/copy.ts'
import { Menu, type MenuItem } from '../parts/Menu.tsx'
import { toast } from '../parts/toast.ts'
import { oneBefore } from './compare/sides.ts'
import { useRunAgain } from './RunAgain.tsx'
import { isOver } from './status.ts'

/** What can be done with a run: end it while it goes, keep or delete it afterwards. */
export function RunActions({ run }: { run: Run }) {
  const [deleting, setDeleting] = useState(false)
  const cancel = useWrite('run.cancel', { onError: tellFailure })
  const pin = useWrite('run.pin', { onError: tellFailure })
  const copies = useCopies(run)
  const before = useOneBefore(run)
  const over: MenuItem[] = [
    ...before,
    {
      label: run.pinned ? 'Keep no longer' : 'Keep for good',
      icon: 'check',
      onSelect: () => pin.mutate({ id: run.id, pinned: !run.pinned }),
    },
    { label: 'Delete', icon: 'trash', onSelect: () => setDeleting(true) },
  ]
  return (
    <>
      {run.kind === 'agent' && <AgentActions run={run} />}
      {run.tool?.mode === 'run' && <OfTool run={run} tool={run.tool.name} />}
      {run.kind === 'gate' && isOver(run) && <GateAgain name={run.label} />}
      {!isOver(run) && run.kind !== 'agent' && (
        <Button icon="stop" busy={cancel.isPending || cancel.isSuccess} onClick={() => cancel.mutate({ id: run.id })}>
          {cancel.isPending || cancel.isSuccess ? 'Cancelling' : 'Cancel'}
        </Button>
      )}
      <Menu label="More" items={[...copies, ...(isOver(run) ? over : [])]} />
      {deleting && <Delete run={run} onDone={() => setDeleting(false)} />}
    </>
  )
}

/** Its form and follow-ups are on the page of its tool. */
function OfTool({ run, tool }: { run: Run; tool: string }) {
  const navigate = useNavigate()
  const open = (search: { run: string } | { from: string }) =>
    void navigate({ to: '/tools/$name', params: { name: tool }, search })
  const again = useRunAgain(run.id, id => void navigate({ to: '/runs/$id', params: { id } }))
  return (
    <>
      <Button icon="tools" onClick={() => open({ run: run.id })}>
        Open the tool
      </Button>
      {isOver(run) && (
        <>
          <Button icon="play" busy={again.busy} onClick={again.start}>
            Run again
          </Button>
          <Button icon="undo" onClick={() => open({ from: run.id })}>
            Edit and run again
          </Button>
        </>
      )}
      {again.question}
    </>
  )
}

function GateAgain({ name }: { name: string }) {
  const navigate = useNavigate()
  const start = useWrite('gate.run', {
    onSuccess: ({ id }) => void navigate({ to: '/runs/$id', params: { id } }),
    onError: tellFailure,
  })
  return (
    <Button icon="play" busy={start.isPending} onClick={() => start.mutate({ name })}>
      Run again
    </Button>
  )
}

function useOneBefore(run: Run): MenuItem[] {
  const navigate = useNavigate()
  const { data } = useRead('run.list', { kind: run.kind, limit: 100 })
  const before = oneBefore(run, data?.runs ?? [])
  if (before === undefined) return []
  const search = { a: before.id, b: run.id }
  return [
    {
      label: 'Compare with the one before',
      icon: 'changes',
      onSelect: () => void navigate({ to: '/runs/compare', search }),
    },
  ]
}

function Delete({ run, onDone }: { run: Run; onDone: () => void }) {
  const navigate = useNavigate()
  const remove = useWrite('run.delete', {
    onSuccess: () => {
      toast({ tone: 'plain', text: `Deleted: ${run.label}` })
      void navigate({ to: '/runs' })
    },
    onError: error => {
      tellFailure(error)
      onDone()
    },
  })
  return (
    <Ask
      title="Delete this run?"
      text="Its record, its log and its attachments go for good; nothing brings them back."
      yes="Delete the run"
      busy={remove.isPending}
      onYes={() => remove.mutate({ id: run.id })}
      onNo={onDone}
    />
  )
}

function useCopies({ id, argv }: Run): MenuItem[] {
  const [, copy] = useCopy()
  const item = (label: string, icon: MenuItem['icon'] & string, text: () => string): MenuItem => ({
    label,
    icon,
    onSelect: () => {
      copy(text())
      toast({ tone: 'sprout', text: `Copied: ${text()}` })
    },
  })
  return [
    ...(argv ? [item('Copy the command', 'copy', () => shellLine(argv))] : []),
    item('Copy as furrow command', 'runs', () => shell`furrow runs watch ${id}`),
    item('Copy a link to here', 'link', () => location.href),
  ]
}

function tellFailure(error: unknown): void {
  toast({ tone: 'rust', text: problemOf(error).message })
}
