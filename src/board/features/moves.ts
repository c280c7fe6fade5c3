import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { implement } from '../../workspace/call.ts'
import { changesOfBoard } from '../board-ports.ts'
import { reworkSummary } from '../feature-decisions.ts'
import { change } from './change-feature.ts'
import * as contracts from './contracts.ts'
import { advanced, reworked } from './transitions.ts'
import { renderFeature } from './view-feature.ts'

export const advance = implement(() => contracts.advance, {
  run: (call, { id }) =>
    change(call, id, ({ situation, at }) => {
      const card = advanced(situation, at)
      return { card, says: `took the feature ${card.title} on to ${card.phase}` }
    }),
  render: renderFeature,
})

export const rework = implement(() => contracts.rework, {
  run: (call, { id, phase, reason }) =>
    change(call, id, ({ situation, at }) => {
      const card = reworked(situation, { phase, at, reason })
      return { card, says: reworkSummary(id, phase) }
    }),
  render: renderFeature,
})

export const link = implement(() => contracts.link, {
  async run(call, { id, change: work }) {
    const changes = await call.port(changesOfBoard)
    return change(call, id, ({ situation: { feature }, tx }) => {
      if (changes.stagesOf(tx, work) === undefined)
        throw refuse('not_found', `There is no change ${work}.`, { target: work, fix: shell`furrow change list` })
      return { card: { ...feature, change: work }, says: `the feature ${feature.title} is done by the change ${work}` }
    })
  },
  render: renderFeature,
})
