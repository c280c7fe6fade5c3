import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { shell, shellLine } from '../../shared/shell/shell.ts'
import { AgentActions } from '../agents/AgentActions.tsx'
import { problemFor } from '../api/problem.ts'
import { useRead, useWrite } from '../api/query.ts'
import type { RunDetail } from '../api/types.ts'
import { Ask } from '../parts/input/Ask.tsx'
import { Button } from '../parts/input/Button.tsx'
import { Menu, type MenuItem } from '../parts/input/Menu.tsx'
import { showRefusal } from '../parts/notify/show-refusal.ts'
import { toast } from '../parts/notify/toast.ts'
import { useCopy } from '../parts/text/useCopy.ts'
import { oneBefore } from './compare/sides.ts'
import { useRunAgain } from './RunAgain.tsx'
import { hasEnded } from './status.ts'

/** What can be done with a run: end it while it goes, keep or delete it afterwards. */
export function RunActions({ run }: { run: RunDetail }) {
  const [deleting, setDeleting] = useState(false)
  const cancel = useWrite('run.cancel', { onError: showRefusal })
  const pin = useWrite('run.pin', { onError: showRefusal })
  const copies = useCopies(run)
  const before = useOneBefore(run)
  const over: MenuItem[] = [
    ...before,
    {
      label: run.pinned ? 'Unpin' : 'Pin',
      icon: 'check',
      onSelect: () => pin.mutate({ id: run.id, pinned: !run.pinned }),
    },
    { label: 'Delete', icon: 'trash', onSelect: () => setDeleting(true) },
  ]
  return (
    <>
      {run.kind === 'agent' && <AgentActions run={run} />}
      {run.tool?.mode === 'run' && <OfTool run={run} tool={run.tool.name} />}
      {run.kind === 'gate' && hasEnded(run) && <ProofAgain run={run} />}
      {run.kind === 'exec' && hasEnded(run) && run.argv && <CommandAgain run={run} />}
      {!hasEnded(run) && run.kind !== 'agent' && (
        <Button icon="stop" busy={cancel.isPending || cancel.isSuccess} onClick={() => cancel.mutate({ id: run.id })}>
          {cancel.isPending || cancel.isSuccess ? 'Cancelling' : 'Cancel'}
        </Button>
      )}
      <Menu label="More" items={[...copies, ...(hasEnded(run) ? over : [])]} />
      {deleting && <Delete run={run} onDone={() => setDeleting(false)} />}
    </>
  )
}

/** Its form and follow-ups are on the page of its tool. */
function OfTool({ run, tool }: { run: RunDetail; tool: string }) {
  const navigate = useNavigate()
  const open = (search: { run: string } | { from: string }) =>
    void navigate({ to: '/tools/$name', params: { name: tool }, search })
  const again = useRunAgain(run.id, id => void navigate({ to: '/runs/$id', params: { id } }))
  return (
    <>
      <Button icon="tools" onClick={() => open({ run: run.id })}>
        Open the tool
      </Button>
      {hasEnded(run) && (
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

/** A gate runs as it is written now; a command that was accepted for a change is no gate, and runs as it ran. */
function ProofAgain({ run }: { run: RunDetail }) {
  const { data } = useRead('gate.list', {})
  if (data?.gates.some(({ name }) => name === run.label) || data?.problems.length) return <GateAgain name={run.label} />
  return data !== undefined && run.argv !== undefined && <CommandAgain run={run} />
}

function GateAgain({ name }: { name: string }) {
  const navigate = useNavigate()
  const start = useWrite('gate.run', {
    onSuccess: ({ id }) => void navigate({ to: '/runs/$id', params: { id } }),
    onError: showRefusal,
  })
  return (
    <Button icon="play" busy={start.isPending} onClick={() => start.mutate({ name })}>
      Run again
    </Button>
  )
}

/** The command is shown before it runs: its record is a file of the repository. */
function CommandAgain({ run }: { run: RunDetail }) {
  const [asked, setAsked] = useState<{ message: string; record: string }>()
  const navigate = useNavigate()
  const again = useWrite('run.again', {
    onSuccess: ({ id }) => void navigate({ to: '/runs/$id', params: { id } }),
    onError: error => {
      const { code, message, details } = problemFor(error)
      const { record } = Object(details?.with) as { record?: string }
      setAsked(code === 'blocked' && record !== undefined ? { message, record } : undefined)
      if (code !== 'blocked') showRefusal(error)
    },
  })
  return (
    <>
      <Button icon="play" busy={again.isPending} onClick={() => again.mutate({ id: run.id })}>
        Run again
      </Button>
      {asked !== undefined && (
        <Ask
          title="Run this command again?"
          text={asked.message}
          yes="Run it"
          busy={again.isPending}
          onYes={() => {
            setAsked(undefined)
            again.mutate({ id: run.id, record: asked.record })
          }}
          onNo={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

function useOneBefore(run: RunDetail): MenuItem[] {
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

function Delete({ run, onDone }: { run: RunDetail; onDone: () => void }) {
  const navigate = useNavigate()
  const remove = useWrite('run.delete', {
    onSuccess: () => {
      toast({ tone: 'plain', text: `Deleted: ${run.label}` })
      void navigate({ to: '/runs' })
    },
    onError: error => {
      showRefusal(error)
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

function useCopies({ id, argv }: RunDetail): MenuItem[] {
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
