import { guard } from '../../lifecycle/reason.ts'
import { refuse } from '../../operation/errors.ts'
import { implement } from '../../workspace/call.ts'
import { changesOfBoard } from '../ports.ts'
import { change } from './change.ts'
import * as contracts from './contracts.ts'
import { whyNotForward } from './guards.ts'
import type { Feature } from './model.ts'
import { isBefore, JUDGEMENTS, type Phase, phaseAfter } from './phases.ts'
import { renderFeature } from './view.ts'

export const advance = implement(contracts.advance, {
  run: (call, { id }) =>
    change(call, id, ({ situation, at }) => {
      guard(whyNotForward(situation))
      const phase = phaseAfter(situation.feature.phase) ?? situation.feature.phase
      return { card: enter(situation.feature, { phase, at }), says: `${id} is ${phase}` }
    }),
  render: renderFeature,
})

export const rework = implement(contracts.rework, {
  run: (call, { id, phase, reason }) =>
    change(call, id, ({ situation: { feature }, at }) => {
      if (!isBefore(phase, feature.phase))
        throw refuse('invalid_state', `${id} is in ${feature.phase}; ${phase} is no earlier phase.`, {
          target: id,
          fix: `furrow feature show ${id}`,
        })
      const back = enter(feature, { phase, at, reason })
      return { card: { ...back, artifacts: unjudged(feature, phase) }, says: `${id} went back to ${phase}` }
    }),
  render: renderFeature,
})

export const link = implement(contracts.link, {
  async run(call, { id, change: work }) {
    const changes = await call.port(changesOfBoard)
    return change(call, id, ({ situation: { feature }, tx }) => {
      if (changes.stagesOf(tx, work) === undefined)
        throw refuse('not_found', `There is no change ${work}.`, { target: work, fix: 'furrow change list' })
      return { card: { ...feature, change: work }, says: `${id} is done by ${work}` }
    })
  },
  render: renderFeature,
})

function enter(feature: Feature, entry: { phase: Phase; at: string; reason?: string }): Feature {
  return { ...feature, phase: entry.phase, phase_history: [...feature.phase_history, entry] }
}

/** Review, audit and QA of work that is done again. */
function unjudged(feature: Feature, phase: Phase): Feature['artifacts'] {
  const stays = ([name]: readonly [string, unknown]) => {
    const judged = JUDGEMENTS[name as keyof typeof JUDGEMENTS]
    return judged === undefined || isBefore(judged, phase)
  }
  return Object.fromEntries(Object.entries(feature.artifacts).filter(stays))
}
