import type { ReactNode } from 'react'
import { problemOf } from '../api/problem.ts'
import { useWrite } from '../api/query.ts'
import type { Need } from '../api/types.ts'
import { Button } from '../parts/Button.tsx'
import { LinkButton } from '../parts/LinkButton.tsx'
import { toast } from '../parts/toast.ts'

/** The decision that a need waits for, where it is listed; otherwise the way to where it can be decided. */
export function NeedActions({ need: { kind, target, href, revision, review } }: { need: Need }) {
  if (kind === 'request' && target !== undefined) return <Decide id={target} href={href} review={review === true} />
  if (kind === 'approval' && target !== undefined) return <Approve path={target} revision={revision} href={href} />
  return href === undefined ? null : <LinkButton href={href}>{LABELS[kind] ?? 'Open'}</LinkButton>
}

const LABELS: Readonly<Record<string, string>> = { secret: 'Set secret', failed: 'Show run' }

interface Asked {
  readonly id: string
  readonly href: string | undefined
  readonly review: boolean
}

function Decide({ id, href, review }: Asked) {
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

interface Summary {
  readonly path: string
  readonly revision: string | undefined
  readonly href: string | undefined
}

/** Of the text that was listed: one that was edited meanwhile is refused. */
function Approve({ path, revision, href }: Summary) {
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
          {problemOf(error).message}
        </p>
      )}
    </>
  )
}
