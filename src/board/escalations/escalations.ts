import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import { type CardEntry, findCard, readCardFolder, writeCard } from '../entities.ts'
import * as contracts from './contracts.ts'
import { makeEscalation } from './make-escalation.ts'
import { type EscalationView, escalations } from './model.ts'

export const raise = implement(() => contracts.raise, {
  run: (call, wish) => call.store.transact(call, tx => viewEscalation(makeEscalation(call, tx, wish))),
  render: renderOne,
})

export const list = implement(() => contracts.list, {
  async run(call, { status }) {
    await call.store.settled()
    const { entries, problems } = readCardFolder(filesOf(call), escalations)
    const rows = entries.filter(({ card }) => status === undefined || card.status === status).map(viewEscalation)
    return { escalations: rows.sort((a, b) => a.status.localeCompare(b.status)), problems }
  },
  render: ({ escalations: rows, problems }) =>
    [
      ...(rows.length === 0 ? ['Nobody is asked anything.'] : rows.map(row => `- ${renderOne(row)}`)),
      ...problems.map(({ path, message }) => `- cannot be read: ${path}: ${message}`),
    ].join('\n'),
})

export const show = implement(() => contracts.show, {
  async run(call, { id }) {
    await call.store.settled()
    return viewEscalation(findCard(filesOf(call), escalations, id))
  },
  render: row => [renderOne(row), ...(row.context === undefined ? [] : ['', row.context])].join('\n'),
})

export const resolve = implement(() => contracts.resolve, {
  run(call, { id, resolution }) {
    const at = new Date(call.clock.now()).toISOString()
    return call.store.transact(call, tx => {
      const { card } = findCard(tx, escalations, id)
      if (card.status === 'resolved')
        throw refuse('invalid_state', `${id} was answered before: ${card.resolution ?? ''}`, {
          target: id,
          fix: shell`furrow escalation show ${id}`,
        })
      tx.describe(`answered the question ${card.title}`)
      const answer = { status: 'resolved' as const, resolution, resolved_at: at, resolved_by: call.actor.id }
      const kept = writeCard(tx, escalations, { id, card: { ...card, ...answer, updated_at: at } })
      if (card.feature !== undefined) tx.emit('feature', card.feature)
      return viewEscalation(kept)
    })
  },
  render: renderOne,
})

export function viewEscalation({ id, card }: CardEntry<typeof escalations>) {
  const { title, kind, context, feature, status, resolution, resolved_by, created_at } = card
  return {
    id,
    title,
    kind,
    ...(context !== undefined && { context }),
    ...(feature !== undefined && { feature }),
    status,
    ...(resolution !== undefined && { resolution }),
    ...(resolved_by !== undefined && { resolved_by }),
    created_at,
  }
}

function renderOne({ id, title, kind, feature, status, resolution }: EscalationView): string {
  const of = feature === undefined ? '' : `, for ${feature}`
  return `${id} (${kind.replace('_', ' ')}${of}, ${status}): ${title}${resolution === undefined ? '' : `\n\n${resolution}`}`
}
