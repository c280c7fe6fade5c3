import { refuseFor } from '../../lifecycle/reason.ts'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type Judgement, voidedBy } from '../feature-decisions.ts'
import { type FeatureSituation, whyNotForward } from './guards.ts'
import type { Feature, FeatureArtifactView } from './model.ts'
import { type ArtifactName, type FeaturePhase, isBefore, phaseAfter } from './phases.ts'

/** One phase on, when nothing holds it up. */
export function advanced(situation: FeatureSituation, at: string): Feature {
  refuseFor(whyNotForward(situation))
  const { feature } = situation
  return enter(feature, { phase: phaseAfter(feature.phase) ?? feature.phase, at })
}

/** Back to an earlier phase; review, audit and QA of work that is done again say nothing any more. */
export function reworked(
  { id, feature }: FeatureSituation,
  entry: { phase: FeaturePhase; at: string; reason: string },
): Feature {
  if (!isBefore(entry.phase, feature.phase))
    throw refuse('invalid_state', `${id} is in ${feature.phase}; ${entry.phase} is not an earlier phase.`, {
      target: id,
      fix: shell`furrow feature show ${id}`,
    })
  return { ...enter(feature, entry), artifacts: unjudged(feature, entry.phase) }
}

/** A new text: what somebody said about the old one is history. */
export function rewritten(situation: FeatureSituation, artifact: ArtifactName): Feature {
  refuseIfReleased(situation)
  refuseIfInChange(situation, artifact)
  const { [artifact]: _, ...artifacts } = situation.feature.artifacts
  return { ...situation.feature, artifacts }
}

/** Somebody's word about an artifact; only what is waived need not be written. */
export function judged(situation: FeatureSituation, artifact: ArtifactName, judgement: Judgement): Feature {
  refuseIfReleased(situation)
  refuseIfInChange(situation, artifact)
  const found = artifactOf(situation, artifact)
  if (judgement.status !== 'waived' && found?.written !== true) throw unwritten(situation.id, artifact, found)
  return { ...situation.feature, artifacts: { ...situation.feature.artifacts, [artifact]: judgement } }
}

function enter(feature: Feature, entry: { phase: FeaturePhase; at: string; reason?: string }): Feature {
  return { ...feature, phase: entry.phase, phase_history: [...feature.phase_history, entry] }
}

function unjudged(feature: Feature, phase: FeaturePhase): Feature['artifacts'] {
  const voided = voidedBy(phase)
  return Object.fromEntries(
    Object.entries(feature.artifacts).filter(([name]) => !voided.includes(name as ArtifactName)),
  )
}

function artifactOf({ artifacts }: FeatureSituation, name: ArtifactName): FeatureArtifactView | undefined {
  return artifacts.find(artifact => artifact.name === name)
}

function refuseIfReleased({ id, feature }: FeatureSituation): void {
  if (feature.phase !== 'released') return
  throw refuse('invalid_state', `${id} is released.`, {
    target: id,
    fix: shell`furrow feature rework ${id} implementation --reason "what is wrong"`,
  })
}

/** Nothing is written or judged twice: what the change says is said there. */
function refuseIfInChange(situation: FeatureSituation, name: ArtifactName): void {
  const found = artifactOf(situation, name)
  if (found?.state !== 'by_change') return
  throw refuse('conflict', `${name} of ${situation.id} is ${found.path}, in its change.`, {
    target: found.path,
    fix: shell`furrow change status ${situation.feature.change ?? ''}`,
  })
}

function unwritten(id: string, artifact: ArtifactName, found: FeatureArtifactView | undefined) {
  return refuse('not_found', `${artifact} of ${id} is not written yet.`, {
    ...(found !== undefined && { target: found.path }),
    fix: shell`furrow feature write ${id} ${artifact} --content -`,
  })
}
