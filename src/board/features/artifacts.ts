import { approve as approvalOf } from '../../lifecycle/approval.ts'
import { refuse } from '../../operation/errors.ts'
import { revisionOf } from '../../store/files/files.ts'
import { implement } from '../../workspace/call.ts'
import { withFinalNewline } from '../cards.ts'
import { decisionSummary, type Judgement } from '../feature-decisions.ts'
import { change } from './change-feature.ts'
import * as contracts from './contracts.ts'
import type { FeatureSituation } from './guards.ts'
import type { ArtifactName } from './phases.ts'
import { artifactPath } from './situation.ts'
import { judged, rewritten } from './transitions.ts'
import { renderFeature } from './view-feature.ts'

export const write = implement(() => contracts.write, {
  run: (call, { id, artifact, content, expected_revision }) =>
    change(call, id, ({ tx, situation }) => {
      const card = rewritten(situation, artifact)
      tx.replace(artifactPath(id, artifact), withFinalNewline(content), expected_revision)
      return { card, says: decisionSummary(id, artifact, 'written') }
    }),
  render: renderFeature,
})

export const approve = implement(() => contracts.approve, {
  run: (call, { id, artifact, note, revision }) =>
    change(call, id, ({ tx, situation, at }) => {
      const path = artifactPath(id, artifact)
      const bytes = tx.read(path)?.bytes ?? Buffer.alloc(0)
      const approval = approvalOf({ actor: call.actor, at, bytes, note })
      if (revision !== undefined && revision !== revisionOf(bytes)) throw stale(path, bytes)
      return decided(situation, artifact, { status: 'approved', approval, by: call.actor.id, at })
    }),
  render: renderFeature,
})

export const reject = implement(() => contracts.reject, {
  run: (call, { id, artifact, reason }) =>
    change(call, id, ({ situation, at }) => {
      return decided(situation, artifact, { status: 'rejected', by: call.actor.id, at, reason })
    }),
  render: renderFeature,
})

export const waive = implement(() => contracts.waive, {
  run: (call, { id, artifact, reason }) =>
    change(call, id, ({ situation, at }) => {
      return decided(situation, artifact, { status: 'waived', by: call.actor.id, at, reason })
    }),
  render: renderFeature,
})

function decided(situation: FeatureSituation, artifact: ArtifactName, judgement: Judgement) {
  const card = judged(situation, artifact, judgement)
  return { card, says: decisionSummary(situation.id, artifact, judgement) }
}

/** Whoever approves says yes to the text they saw, and to no other. */
function stale(path: string, bytes: Uint8Array) {
  return refuse('stale_revision', `${path} is another text by now.`, {
    target: path,
    details: { current_revision: revisionOf(bytes) },
  })
}
