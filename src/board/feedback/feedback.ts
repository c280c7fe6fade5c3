import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { implement } from '../../workspace/call.ts'
import { changeCard, readCards, renderProblems } from '../cards.ts'
import type { Card, CardEntry } from '../entities.ts'
import { targetsIn } from '../targets.ts'
import * as contracts from './contracts.ts'
import { makeFeedback } from './make-feedback.ts'
import { type FeedbackView, feedback } from './model.ts'

type FeedbackCard = Card<typeof feedback>

export const add = implement(() => contracts.add, {
  run: (call, wish) =>
    call.store.transact(call, tx => {
      const made = makeFeedback(call, tx, wish)
      tx.describe(`wrote down the feedback ${titled(made)}`)
      return view(made)
    }),
  render,
})

export const list = implement(() => contracts.list, {
  async run(call, { status }) {
    const { entries, problems } = await readCards(call, feedback)
    const rows = entries.filter(({ card }) => status === undefined || card.status === status)
    return { feedback: rows.map(view), problems }
  },
  render: ({ feedback: rows, problems }) =>
    [
      ...(rows.length === 0 ? ['There is no feedback.'] : rows.map(row => `- ${render(row).replaceAll('\n', '\n  ')}`)),
      ...renderProblems(problems),
    ].join('\n'),
})

export const enrich = implement(() => contracts.enrich, {
  run: async (call, { id, text }) =>
    view(
      await changeCard(call, { kind: feedback, id }, ({ card, at }) => ({
        card: { ...card, enrichments: [...card.enrichments, { text, by: call.actor.id, at }] },
        says: `added to the feedback ${titled({ id, card })}`,
      })),
    ),
  render,
})

export const promote = implement(() => contracts.promote, {
  run: async (call, { id, to, title, feature }) =>
    view(
      await changeCard(call, { kind: feedback, id }, ({ card, tx }) => {
        refuseUnlessOpen(id, card)
        const name = title ?? (card.title.split('\n')[0] ?? '').slice(0, 200)
        const wish = { target: to, title: name, text: textOf(card), origin: `feedback:${id}`, feature }
        const { ref: promoted_to } = targetsIn(call).createIn(tx, wish)
        return {
          card: { ...card, status: 'promoted' as const, promoted_to },
          says: `made ${promoted_to} of the feedback ${id}`,
        }
      }),
    ),
  render,
})

export const archive = implement(() => contracts.archive, {
  run: async (call, { id, reason }) =>
    view(
      await changeCard(call, { kind: feedback, id }, ({ card }) => {
        refuseUnlessOpen(id, card)
        return {
          card: { ...card, status: 'archived' as const, archived_because: reason },
          says: `archived the feedback ${titled({ id, card })}`,
        }
      }),
    ),
  render,
})

function textOf({ title, enrichments }: FeedbackCard): string {
  return [title, ...enrichments.map(({ text }) => text)].join('\n\n')
}

/** `f-001: Everybody has four passwords` */
function titled({ id, card }: { readonly id: string; readonly card: FeedbackCard }): string {
  return `${id}: ${(card.title.split('\n')[0] ?? '').slice(0, 80)}`
}

function refuseUnlessOpen(id: string, { status, promoted_to }: FeedbackCard): void {
  if (status === 'open') return
  const how = promoted_to === undefined ? status : `promoted to ${promoted_to}`
  throw refuse('invalid_state', `${id} was ${how} before.`, {
    target: id,
    fix: shell`furrow feedback list --status open`,
  })
}

function view({ id, card }: CardEntry<typeof feedback>): FeedbackView {
  const { title, status, enrichments, promoted_to, archived_because, origin, created_at } = card
  return {
    id,
    text: title,
    status,
    enrichments: enrichments.map(({ text, by, at }) => ({ text, by, at })),
    ...(promoted_to !== undefined && { promoted_to }),
    ...(archived_because !== undefined && { archived_because }),
    ...(origin !== undefined && { origin: { kind: origin.kind, ref: origin.ref } }),
    created_at,
  }
}

function render({ id, text, status, enrichments, promoted_to, archived_because }: FeedbackView): string {
  const how = promoted_to ?? archived_because
  return [
    `${id} (${status}${how === undefined ? '' : `: ${how}`}): ${text}`,
    ...enrichments.map(more => `${more.by}: ${more.text}`),
  ].join('\n\n')
}
