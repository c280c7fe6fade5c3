import type { OperationName } from './call.ts'

/** A hint that something changed; the truth is read again. */
export interface ChangeEvent {
  readonly seq: number
  readonly worktree?: string
  readonly kind: string
  readonly id?: string
  readonly revision?: string
  readonly actor?: unknown
}

/** What to read again when something of a kind changes, besides what every change touches. */
const READS: Readonly<Record<string, readonly OperationName[]>> = {
  run: [
    'run.list',
    'run.show',
    'run.nested',
    'budget.show',
    'agent.permissions',
    'agent.diff',
    'tool.interactions',
    'tool.interaction',
    'thread.list',
    'thread.show',
  ],
  agent: [
    'run.list',
    'run.show',
    'run.nested',
    'budget.show',
    'agent.permissions',
    'agent.diff',
    'agent.list',
    'agent.detect',
    'agent.rules',
  ],
  thread: ['thread.list', 'thread.show', 'tool.interactions'],
  trust: ['trust.status', 'tool.list', 'tool.info'],
  secrets: ['secrets.list', 'tool.list', 'tool.info'],
  tool: ['tool.list', 'tool.info', 'tool.source'],
  config: ['config.list', 'agent.list', 'agent.detect', 'agent.rules'],
  request: ['request.list'],
}

/** What shows a bit of another kind, besides the operations of that kind's own domain. */
const ALSO: Readonly<Record<string, readonly OperationName[]>> = {
  review: ['change.status', 'spec.context'],
  change: ['feature.show', 'feature.list', 'feature.artifact', 'board.list'],
  feature: ['budget.show', 'board.list', 'milestone.list', 'milestone.show'],
  escalation: ['board.list', 'feature.list', 'feature.show'],
  ponder: ['board.list'],
  investigation: ['board.list'],
  feedback: ['board.list'],
  milestone: ['board.list'],
}

/** A change that did not say what it touched, such as an undo. */
const ANYTHING = 'log'

/** Home shows a bit of everything, and what a person is asked for can be about anything. */
const ALWAYS: readonly OperationName[] = ['workspace.status', 'flow.attention', 'store.log', 'request.show']

/**
 * Does a query, known by its operation, have to be read again after this event? Kinds without a row in the table
 * invalidate the operations of the domain that bears their name, so that a new domain is live from its first day.
 */
export function isTouched(operation: string, event: Pick<ChangeEvent, 'kind'>): boolean {
  if (event.kind === ANYTHING || ALWAYS.some(always => always === operation)) return true
  const reads = READS[event.kind]
  if (reads !== undefined) return reads.some(read => read === operation)
  const [domain = event.kind] = event.kind.split('.')
  return operation.startsWith(`${domain}.`) || (ALSO[domain] ?? []).some(also => also === operation)
}
