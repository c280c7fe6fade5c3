import { refuse, toRefused } from '../../operation/errors.ts'
import type { OperationEntry } from '../../operation/manifest.ts'
import { didYouMean } from '../../operation/names/nearest.ts'
import { fillTree } from '../../shared/follow-ups/fill.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { JsonObject } from '../../tools/model.ts'
import type { Call } from '../../workspace/call.ts'
import { type FollowUp, followUpOrigin } from './find-follow-up.ts'

export interface PlannedOperation {
  readonly entry: OperationEntry
  readonly input: JsonObject
}

/** The operation of a follow-up with its input filled in, or why a follow-up cannot have it. */
export function planOperation({ manifest }: Pick<Call, 'manifest'>, followUp: FollowUp): PlannedOperation | undefined {
  const wanted = followUp.action.operation
  if (wanted === undefined) return undefined
  const entry = manifest.operations.find(({ name }) => name === wanted.name)
  if (entry === undefined) throw unknown(manifest.operations, followUp, wanted.name)
  refuseUnfit(followUp, entry)
  return { entry, input: inputOf(followUp, entry, wanted.input) }
}

/** Done as whoever asked for the follow-up, and with no more authority than theirs. */
export async function performPlanned(call: Call, { entry, input }: PlannedOperation) {
  const outcome = await call.perform(entry.name, input, `${call.operationId}-act`)
  if (!outcome.ok) throw toRefused(outcome.error)
  return outcome.value
}

/** `task:sign-on/T1`, `feature:sign-on`: what came of it, as everything refers to it. */
export function linkOf({ entry, input }: PlannedOperation, value: unknown): string | undefined {
  const { id, ref, tasks, ...made } = Object(value) as OperationResult
  if (typeof ref === 'string') return ref
  if (typeof made.thread_id === 'string') return `thread:ama/${made.thread_id}`
  if (typeof made.interaction_id === 'string') return `interaction:${input['name']}/${made.interaction_id}`
  if (typeof id !== 'string') return undefined
  const [kind = ''] = entry.name.split('.')
  const task = kind === 'task' && input['task'] === undefined ? tasks?.at(-1)?.id : input['task']
  return typeof task === 'string' ? `${kind}:${id}/${task}` : `${kind}:${id}`
}

interface OperationResult {
  readonly id?: unknown
  readonly ref?: unknown
  readonly tasks?: readonly { id?: unknown }[]
  readonly thread_id?: unknown
  readonly interaction_id?: unknown
}

function unknown(operations: readonly OperationEntry[], { tool, action }: FollowUp, name: string) {
  const near = didYouMean(
    name,
    operations.map(each => each.name),
  )
  return refuse('invalid_state', `${action.label} of ${tool} names the operation ${name}, which there is not.${near}`, {
    target: name,
    fix: shell`furrow tool info ${tool}`,
  })
}

/** What is for a person alone is decided where it can be seen, not behind the label that a tool gave a button. */
function refuseUnfit({ action, tool }: FollowUp, { name, authority, effect }: OperationEntry): void {
  if (authority === 'person')
    throw refuse('forbidden', `${action.label} of ${tool} asks for ${name}, which no follow-up can do.`, {
      target: name,
      fix: shell`furrow tool info ${tool}`,
    })
  if (effect === 'destructive' && action.confirm === undefined)
    throw refuse('forbidden', `${action.label} of ${tool} asks for ${name}, which needs a question (confirm) first.`, {
      target: name,
      fix: shell`furrow tool info ${tool}`,
    })
}

function inputOf(followUp: FollowUp, { input: schema }: OperationEntry, template: JsonObject): JsonObject {
  const { confirmed: _, ...filled } = fillTree(template, followUp.values) as JsonObject
  const known = schema.properties ?? {}
  const given = Object.entries(filled).filter(([, value]) => value !== null && value !== '')
  return {
    ...Object.fromEntries(given),
    // What it came from is not for a tool to make up.
    ...('source' in known && { source: followUpOrigin(followUp) }),
    ...('origin' in known && { origin: followUpOrigin(followUp) }),
    ...('interaction_id' in known && { interaction_id: followUp.run.id }),
    // Only ever carried out after the person's yes to its own question.
    ...('confirmed' in known && followUp.action.confirm !== undefined && { confirmed: true }),
  }
}
