import { approve as approvalOf } from '../../lifecycle/approval.ts'
import { refuse } from '../../operation/errors.ts'
import { implement } from '../../workspace/call.ts'
import { change, type Moving } from './change.ts'
import * as contracts from './contracts.ts'
import type { ArtifactName, Phase } from './phases.ts'
import { artifactPath } from './situation.ts'
import { renderFeature } from './view.ts'

export const write = implement(contracts.write, {
  run: (call, { id, artifact, content, expected_revision }) =>
    change(call, id, moving => {
      const { tx, situation } = moving
      refuseIfReleased(moving)
      refuseIfInChange(moving, artifact)
      tx.replace(artifactPath(id, artifact), content.endsWith('\n') ? content : `${content}\n`, expected_revision)
      // What somebody said about the old text is history; the file itself is the draft now.
      const { [artifact]: _, ...artifacts } = situation.feature.artifacts
      return { card: { ...situation.feature, artifacts }, says: `wrote ${artifact} of ${id}` }
    }),
  render: renderFeature,
})

export const approve = implement(contracts.approve, {
  run: (call, { id, artifact, note }) =>
    change(call, id, moving => {
      const { tx, situation, at } = moving
      refuseIfReleased(moving)
      const bytes = tx.read(artifactPath(id, artifact))?.bytes
      if (bytes === undefined) throw unwritten(id, artifact)
      const approval = approvalOf({ actor: call.actor, at, bytes, note })
      return judge(moving, artifact, { status: 'approved' as const, approval, by: call.actor.id, at }, situation.id)
    }),
  render: renderFeature,
})

export const reject = implement(contracts.reject, {
  run: (call, { id, artifact, reason }) =>
    change(call, id, moving => {
      refuseIfReleased(moving)
      if (moving.tx.read(artifactPath(id, artifact)) === undefined) throw unwritten(id, artifact)
      return judge(moving, artifact, { status: 'rejected' as const, by: call.actor.id, at: moving.at, reason }, id)
    }),
  render: renderFeature,
})

export const waive = implement(contracts.waive, {
  run: (call, { id, artifact, reason }) =>
    change(call, id, moving => {
      refuseIfReleased(moving)
      return judge(moving, artifact, { status: 'waived' as const, by: call.actor.id, at: moving.at, reason }, id)
    }),
  render: renderFeature,
})

type Judgement = { readonly status: 'approved' | 'rejected' | 'waived' } & Record<string, unknown>

function judge({ situation }: Moving, artifact: ArtifactName, judgement: Judgement, id: string) {
  const artifacts = { ...situation.feature.artifacts, [artifact]: judgement }
  return { card: { ...situation.feature, artifacts }, says: `${judgement.status} ${artifact} of ${id}` }
}

const LAST: Phase = 'released'

function refuseIfReleased({ situation: { id, feature } }: Moving): void {
  if (feature.phase !== LAST) return
  throw refuse('invalid_state', `${id} is released.`, {
    target: id,
    fix: `furrow feature rework ${id} implementation --reason "what is wrong"`,
  })
}

/** Nothing is written twice: what the change says is said there. */
function refuseIfInChange({ situation: { id, feature, artifacts } }: Moving, name: ArtifactName): void {
  const found = artifacts.find(artifact => artifact.name === name)
  if (found?.state !== 'by_change') return
  throw refuse('conflict', `${name} of ${id} is ${found.path}, in its change.`, {
    target: found.path,
    fix: `furrow change status ${feature.change ?? ''}`,
  })
}

function unwritten(id: string, artifact: ArtifactName) {
  return refuse('not_found', `${artifact} of ${id} is not written yet.`, {
    target: artifactPath(id, artifact),
    fix: `furrow feature write ${id} ${artifact} --content -`,
  })
}
