import type { AgentPart, Run } from '../../runs/model.ts'
import type { RunEnding } from '../../runs/record/settle.ts'
import type { NewEvent } from './journal.ts'

/** How a conversation came to its end. */
export type SessionOutcome = SessionFacts &
  (
    | { readonly kind: 'answered'; readonly stopReason: string }
    | { readonly kind: 'stopped'; readonly status: 'stopped' | 'interrupted' | 'over_budget'; readonly reason: string }
    | { readonly kind: 'failed'; readonly reason: string; readonly exit_code?: number; readonly signal?: string }
  )

interface SessionFacts {
  readonly session_id?: string
  readonly resumable?: boolean
  readonly cost?: NonNullable<AgentPart['cost']>
}

/** What the agent itself says about why it stopped, and what that makes of the run. */
const REASONS: Readonly<Record<string, Pick<Run, 'status' | 'reason'>>> = {
  end_turn: { status: 'succeeded' },
  max_tokens: { status: 'paused', reason: 'The agent has used up the tokens that it may use.' },
  max_turn_requests: { status: 'paused', reason: 'The agent has used up the turns that it may take.' },
  refusal: { status: 'failed', reason: 'The agent refused to go on.' },
  cancelled: { status: 'stopped', reason: 'The agent says that it was cancelled.' },
}

export interface SessionSummary {
  readonly told: RunEnding
  readonly agent: Partial<AgentPart>
  readonly event: NewEvent
}

interface FinishedSession {
  readonly turns: number
  readonly answer: string
  readonly used?: AgentPart['used']
}

export function endingOf(outcome: SessionOutcome, { turns, answer, used }: FinishedSession): SessionSummary {
  const told = toldBy(outcome)
  const { session_id, resumable, cost } = outcome
  const stop_reason = stopReasonOf(outcome)
  return {
    told,
    agent: {
      turns,
      stop_reason,
      ...(used !== undefined && { used }),
      ...(session_id !== undefined && { session_id }),
      ...(resumable !== undefined && { resumable }),
      ...(cost !== undefined && { cost }),
    },
    event: {
      type: 'ended',
      status: told.status,
      stop_reason,
      turns,
      text: answer,
      ...(told.reason !== undefined && { output: told.reason }),
      ...(cost !== undefined && { cost }),
    },
  }
}

function stopReasonOf(outcome: SessionOutcome): string {
  if (outcome.kind === 'answered') return outcome.stopReason
  return outcome.kind === 'stopped' && outcome.status === 'over_budget' ? outcome.status : outcome.kind
}

function toldBy(outcome: SessionOutcome): RunEnding {
  switch (outcome.kind) {
    case 'answered':
      return REASONS[outcome.stopReason] ?? { status: 'failed', reason: `The agent stopped: ${outcome.stopReason}.` }
    case 'stopped':
      return { status: outcome.status, reason: outcome.reason }
    case 'failed': {
      const { reason, exit_code, signal } = outcome
      return {
        status: 'failed',
        reason,
        ...(exit_code !== undefined && { exit_code }),
        ...(signal !== undefined && { signal }),
      }
    }
  }
}
