import type { ReactNode } from 'react'
import type { Need } from '../../flows/model.ts'
import { problemFor } from '../api/problem.ts'
import { useWrite } from '../api/query.ts'

import { Button } from '../parts/input/Button.tsx'
import { LinkButton } from '../parts/input/LinkButton.tsx'
import { isForDoctor } from '../parts/layout/FixLine.tsx'
import { toast } from '../parts/notify/toast.ts'
import { dismissRun, restoreRun } from './needs.ts'
import { TrustCommands } from './trust/TrustCommands.tsx'

/** The decision that a need waits for, where it is listed; otherwise the way to where it can be decided. */
export function NeedActions({ need: { kind, target, href, fix, revision, review } }: { need: Need }) {
  if (kind === 'request' && target !== undefined) return <Decide id={target} href={href} review={review === true} />
  if (kind === 'approval' && target !== undefined) return <Approve path={target} revision={revision} href={href} />
  if (kind === 'failed' && href !== undefined) return <SeenRun href={href} />
  if (kind === 'trust' && href === undefined) return <TrustCommands />
  if (isForDoctor(fix)) return <LinkButton href="/doctor">Look for problems and repair them</LinkButton>
  return href === undefined ? null : <LinkButton href={href}>{LABELS[kind] ?? 'Open'}</LinkButton>
}

const LABELS: Readonly<Record<string, string>> = { secret: 'Set secret', trust: 'Look and trust' }

/** A failed run is only put away: it stays among the runs, and a later failure is listed. */
function SeenRun({ href }: { href: string }) {
  const dismiss = () => {
    dismissRun(href)
    const onAct = () => restoreRun(href)
    toast({ tone: 'plain', text: 'Dismissed', action: { label: 'Undo', onAct } })
  }
  return (
    <>
      <LinkButton href={href}>Show run</LinkButton>
      <Button onClick={dismiss}>Dismiss</Button>
    </>
  )
}

interface NeedDecisionProps {
  readonly id: string
  readonly href: string | undefined
  readonly review: boolean
}

function Decide({ id, href, review }: NeedDecisionProps) {
  const allow = useWrite('request.confirm', { onSuccess: () => toast({ tone: 'sprout', text: 'Allowed' }) })
  const dismiss = useWrite('request.dismiss', { onSuccess: () => toast({ tone: 'plain', text: 'Dismissed' }) })
  return (
    <Decision error={allow.error ?? dismiss.error}>
      {review && href !== undefined && (
        <LinkButton href={href} kind="primary">
          Review
        </LinkButton>
      )}
      {!review && (
        <Button kind="primary" icon="check" busy={allow.isPending} onClick={() => allow.mutate({ id })}>
          Allow
        </Button>
      )}
      <Button busy={dismiss.isPending} onClick={() => dismiss.mutate({ id })}>
        Dismiss
      </Button>
      {!review && href !== undefined && <LinkButton href={href}>Details</LinkButton>}
    </Decision>
  )
}

interface ApproveProps {
  readonly path: string
  readonly revision: string | undefined
  readonly href: string | undefined
}

/** Of the text that was listed: one that was edited meanwhile is refused. */
function Approve({ path, revision, href }: ApproveProps) {
  const approve = useWrite('artifact.approve', {
    onSuccess: () => toast({ tone: 'sprout', text: `Approved: ${path}` }),
  })
  return (
    <Decision error={approve.error}>
      {href !== undefined && (
        <LinkButton href={href} kind="primary">
          Read it
        </LinkButton>
      )}
      <Button icon="check" busy={approve.isPending} onClick={() => approve.mutate({ path, revision })}>
        Approve
      </Button>
    </Decision>
  )
}

function Decision({ error, children }: { error: Error | null; children: ReactNode }) {
  return (
    <>
      {children}
      {error !== null && (
        <p role="alert" className="basis-full break-words text-rust">
          {problemFor(error).message}
        </p>
      )}
    </>
  )
}
