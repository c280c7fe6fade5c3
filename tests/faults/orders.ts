import type { App } from '../../src/app/app.ts'
import type { Actor } from '../../src/operation/actor.ts'
import { type Failure, isRefused, toFailure } from '../../src/operation/errors.ts'
import type { Transaction } from '../../src/store/journal/transaction.ts'

/** One write, as data, so that any process can be told to do it. */
export type Order =
  | { readonly call: string; readonly input: unknown; readonly actor?: Actor; readonly id: string }
  | { readonly steps: readonly Step[]; readonly id: string }

/** What a section does to files, without a domain. */
export type Step =
  | { readonly write: string; readonly text: string }
  | { readonly append: string; readonly text: string }
  | { readonly count: string }
  | { readonly replace: string; readonly text: string; readonly expected?: string }
  | { readonly remove: string }
  | { readonly rename: string; readonly to: string }

export type Reply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: Failure }
  | { readonly ok: false; readonly bug: string }

const person: Actor = { kind: 'person', id: 'person', door: 'cli' }

/** An operation by its name; a write that is repeated keeps its id. */
export function call(operation: string, input: unknown, id = 'op') {
  return { call: operation, input, id }
}

/** The same, for what is done once with this input. */
export function callOnce(operation: string, input: unknown) {
  return call(operation, input, `${operation}-${JSON.stringify(input).length}`)
}

/** What a test stands on; it does not go on without it. */
export async function done(lab: { perform(order: Order): Promise<Reply> }, order: Order): Promise<void> {
  const reply = await lab.perform(order)
  if (!reply.ok) throw new Error(`could not prepare: ${JSON.stringify(reply)}`)
}

/** Never throws: what is no refusal comes back as a bug. */
export async function perform(app: App, order: Order): Promise<Reply> {
  try {
    if ('steps' in order) return { ok: true, value: await transact(app, order) }
    const outcome = await app.call(order.call, order.input, { actor: order.actor ?? person, operationId: order.id })
    return outcome.ok ? { ok: true, value: outcome.value } : outcome
  } catch (error) {
    if (isRefused(error)) return { ok: false, error: toFailure(error) }
    return { ok: false, bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

function transact({ store }: App, { steps, id }: { steps: readonly Step[]; id: string }): Promise<unknown> {
  return store.transact({ operation: 'test.write', operationId: id, actor: person }, tx => {
    tx.describe(id)
    tx.emit('test', id)
    return steps.map(step => plan(tx, step))
  })
}

function plan(tx: Transaction, step: Step): unknown {
  if ('remove' in step) return tx.remove(step.remove)
  if ('rename' in step) return tx.rename(step.rename, step.to)
  if ('replace' in step) return tx.replace(step.replace, step.text, step.expected)
  if ('count' in step) {
    const next = Number(textOf(tx, step.count) || 0) + 1
    tx.write(step.count, `${next}\n`)
    return next
  }
  const [file, kept] = 'append' in step ? [step.append, textOf(tx, step.append)] : [step.write, '']
  tx.read(file)
  return tx.write(file, kept + step.text)
}

function textOf(tx: Transaction, file: string): string {
  return tx.read(file)?.bytes.toString('utf8') ?? ''
}
