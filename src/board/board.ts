import type { NextStep } from '../lifecycle/next-step.ts'
import { renderNext } from '../lifecycle/render-next.ts'
import { shell } from '../shared/shell/shell.ts'
import { type Call, implement } from '../workspace/call.ts'
import { filesOf } from '../workspace/workspace-files.ts'
import { renderProblems } from './cards.ts'
import * as contracts from './contracts.ts'
import { type CardFolder, type CardKind, readCardFolder } from './entities.ts'
import { viewEscalation } from './escalations/escalations.ts'
import { escalations } from './escalations/model.ts'
import { currentFeature } from './features/current.ts'
import { features } from './features/model.ts'
import { nextAction } from './features/next-of-feature.ts'
import { PHASES } from './features/phases.ts'
import { situationReaderFor } from './features/situation.ts'
import { viewRow } from './features/view-feature.ts'
import { feedback } from './feedback/model.ts'
import { investigations } from './investigations/model.ts'
import { milestones } from './milestones/model.ts'
import { ponders } from './ponders/model.ts'

export const list = implement(() => contracts.list, {
  async run(call) {
    await call.store.settled()
    const files = filesOf(call)
    const looker = await situationReaderFor(call, { onlyShows: true })
    const cards = readCardFolder(files, features)
    const asked = readCardFolder(files, escalations)
    const rest = { ponders: readCardFolder(files, ponders), investigations: readCardFolder(files, investigations) }
    const more = { feedback: readCardFolder(files, feedback), milestones: readCardFolder(files, milestones) }
    const rows = cards.entries.map(entry => viewRow(call, looker.at(files, entry)))
    return {
      phases: PHASES.map(phase => ({ phase, features: rows.filter(row => row.phase === phase) })),
      escalations: asked.entries.filter(({ card }) => card.status === 'open').map(viewEscalation),
      ponders: count(rest.ponders, ({ status }) => status === 'exploring' || status === 'converging'),
      investigations: count(rest.investigations, ({ status }) => status === 'in_progress'),
      feedback: count(more.feedback, ({ status }) => status === 'open'),
      milestones: count(more.milestones, card => card.released_at === undefined && card.skipped_at === undefined),
      problems: [looker, cards, asked, ...Object.values(rest), ...Object.values(more)].flatMap(
        ({ problems }) => problems,
      ),
    }
  },
  render: board =>
    [
      ...board.phases.flatMap(({ phase, features: rows }) =>
        rows.length === 0 ? [] : [`## ${phase}`, ...rows.map(({ id, title }) => `- ${id}: ${title}`), ''],
      ),
      ...board.escalations.map(({ id, title }) => `- a person is asked (${id}): ${title}`),
      ...(['ponders', 'investigations', 'feedback', 'milestones'] as const).map(
        name => `${name}: ${board[name].open} open of ${board[name].all}`,
      ),
      ...renderProblems(board.problems),
    ].join('\n'),
})

export const next = implement(() => contracts.next, {
  async run(call) {
    await call.store.settled()
    const files = filesOf(call)
    const looker = await situationReaderFor(call, { onlyShows: true })
    const open = readCardFolder(files, features).entries.filter(({ card }) => card.phase !== 'released')
    const chosen = chosenIn(call, open)
    if (chosen === undefined) return { next: FIRST }
    return { feature: chosen.id, next: nextAction(looker.at(files, chosen)) }
  },
  render: ({ next: step }) => renderNext(step),
})

const FIRST: NextStep = {
  says: 'The board is empty. Put a feature on it.',
  command: shell`furrow feature create --help`,
  tool: { name: 'board_feature', arguments: { action: 'list' } },
}

/** The current one, else the one that is furthest: what is begun is finished first. */
function chosenIn(call: Call, open: CardFolder<typeof features>['entries']) {
  const current = currentFeature(call)
  const furthest = [...open].sort((a, b) => PHASES.indexOf(b.card.phase) - PHASES.indexOf(a.card.phase))
  return open.find(({ id }) => id === current) ?? furthest[0]
}

function count<K extends CardKind>(
  { entries }: CardFolder<K>,
  isOpen: (card: CardFolder<K>['entries'][number]['card']) => boolean,
) {
  return { open: entries.filter(({ card }) => isOpen(card)).length, all: entries.length }
}
