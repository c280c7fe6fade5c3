import type { Transaction } from '../../store/journal/transaction.ts'
import type { Call } from '../../workspace/call.ts'
import { findCard, writeCard } from '../entities.ts'
import { type Feature, features, type Task } from '../features/model.ts'
import { cardOrigin } from '../origin.ts'

export interface NewTask {
  readonly title: string
  readonly body?: string | undefined
  readonly labels?: string[] | undefined
  readonly depends_on?: string[] | undefined
  readonly source?: string | undefined
}

/** A feature with one task more; its id was never used before. */
export function withTask(feature: Feature, at: string, { title, body, labels, depends_on, source }: NewTask) {
  const { origin } = cardOrigin(source)
  const task: Task = {
    id: `T${feature.next_task}`,
    title,
    ...(body !== undefined && { body }),
    status: 'pending',
    labels: labels ?? [],
    depends_on: depends_on ?? [],
    ...(origin !== undefined && { source: origin }),
    created_at: at,
  }
  return { task, card: { ...feature, tasks: [...feature.tasks, task], next_task: feature.next_task + 1 } }
}

export function makeTask(call: Pick<Call, 'clock'>, tx: Transaction, wish: NewTask & { readonly feature: string }) {
  const at = new Date(call.clock.now()).toISOString()
  const { id, card: before } = findCard(tx, features, wish.feature)
  const { task, card } = withTask(before, at, wish)
  writeCard(tx, features, { id, card: { ...card, updated_at: at } })
  return { task }
}
