import type { ReactNode } from 'react'
import type { ShellText } from '../../../shared/shell/shell.ts'
import { GIT_IDENTITY } from '../../api/git-identity.ts'
import { type ProblemBody, problemFor } from '../../api/problem.ts'
import { Button } from '../input/Button.tsx'
import { LinkButton } from '../input/LinkButton.tsx'
import { IDENTITY_PAGE } from '../notify/show-refusal.ts'
import { Icon, type IconName } from '../text/Icon.tsx'
import { FixLine } from './FixLine.tsx'

/** Nothing here yet: what would be here, and how it comes. */
export function EmptyState({ icon, title, children }: { icon: IconName; title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center max-sm:py-9">
      <span className="mb-4 grid size-11 place-items-center rounded-full bg-sprout-wash text-sprout">
        <Icon name={icon} size={20} />
      </span>
      <p className="font-semibold">{title}</p>
      {children && <div className="mt-1.5 max-w-[60ch] text-soft">{children}</div>}
    </div>
  )
}

/** Quiet bars where rows will stand, so that nothing jumps when they come. */
export function Loading({ rows = 3, label = 'Loading' }: { rows?: number; label?: string }) {
  return (
    <div role="status" className="space-y-3 px-5 py-5 max-sm:px-4">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike and never move
        <div key={row} className="flex animate-shimmer items-center gap-3">
          <span className="size-2 rounded-full bg-line" />
          <span className="h-3 rounded-sm bg-line" style={{ width: `${62 - ((row * 17) % 40)}%` }} />
          <span className="ml-auto h-3 w-14 rounded-sm bg-line" />
        </div>
      ))}
    </div>
  )
}

/** A failure as every door tells it: what is wrong, where, and the command that mends it. */
export function ErrorBox({ error, retry }: { error: unknown; retry?: () => void }) {
  const problem = problemFor(error)
  const isIdentity = problem.target === GIT_IDENTITY
  return (
    <div role="alert" className="m-5 rounded-md border border-rust/35 bg-rust-wash p-4 max-sm:m-4">
      <div className="flex gap-3">
        <Icon name="warning" size={18} className="mt-0.5 text-rust" />
        <div className="min-w-0 flex-1">
          <p className="font-medium break-words text-ink">{problem.message}</p>
          {problem.target && !isIdentity && (
            <p className="mt-0.5 font-mono text-xs break-all text-ink">{problem.target}</p>
          )}
          <Reasons problem={problem} />
          {isIdentity && (
            <div className="mt-3">
              <LinkButton href={IDENTITY_PAGE}>Set name and address</LinkButton>
            </div>
          )}
          {problem.fix && !isIdentity && (
            <div className="mt-3">
              <FixLine fix={problem.fix} />
            </div>
          )}
          {retry && (
            <Button size="small" className="mt-3" onClick={retry}>
              Try again
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

interface Refetched {
  readonly error: Error | null
  refetch(): unknown
}

/** Nothing, unless what a part of a page shows could not be read. */
export function ReadError({ of }: { of: Refetched }) {
  return of.error === null ? null : <ErrorBox error={of.error} retry={() => void of.refetch()} />
}

interface ReasonShown {
  readonly message: string
  readonly fix?: ShellText
}

function Reasons({ problem }: { problem: ProblemBody }) {
  const reasons = problem.details?.reasons
  if (!Array.isArray(reasons) || reasons.length < 2) return null
  return (
    <ul className="mt-2 list-disc space-y-1 pl-4">
      {(reasons as ReasonShown[]).map(reason => (
        <li key={reason.message}>
          {reason.message} {reason.fix && <code className="font-mono text-xs">{reason.fix}</code>}
        </li>
      ))}
    </ul>
  )
}
