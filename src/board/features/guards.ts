import type { Reason } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Feature, FeatureArtifactView } from './model.ts'
import { type FeaturePhase, isBefore, phaseAfter, type Requirements } from './phases.ts'

/** All that decides where a feature can go: its card, its files, and what it waits for. */
export interface FeatureSituation {
  readonly id: string
  readonly feature: Feature
  readonly artifacts: readonly FeatureArtifactView[]
  readonly required: Requirements
  /** Features that this one needs and that are not released. */
  readonly waitsFor: readonly string[]
  /** Questions to a person that are open. */
  readonly escalations: readonly string[]
}

const SATISFIED: ReadonlySet<FeatureArtifactView['state']> = new Set(['approved', 'waived', 'by_change'])

/** Why a feature cannot enter its next phase yet. */
export function whyNotForward(situation: FeatureSituation): Reason[] {
  const { id, feature } = situation
  const next = phaseAfter(feature.phase)
  if (next === undefined) return [{ code: 'released', ids: [id], message: `${id} is released; nothing follows.` }]
  return [
    ...escalated(situation),
    ...unsatisfied(situation, next),
    ...(next === 'implementation' ? waiting(situation) : []),
    ...(isBefore('implementation', next) ? unfinished(situation) : []),
  ]
}

/** The artifacts of a phase in the order in which they are made, with the first that is not good enough first. */
export function missingFor({ artifacts, required }: FeatureSituation, phase: FeaturePhase): FeatureArtifactView[] {
  const needed = required[phase] ?? []
  return artifacts.filter(({ name, state }) => needed.includes(name) && !SATISFIED.has(state))
}

function escalated({ escalations }: FeatureSituation): Reason[] {
  return escalations.map(escalation => ({
    code: 'escalated',
    ids: [escalation],
    message: `A person is asked: ${escalation}.`,
    fix: shell`furrow escalation resolve ${escalation} --help`,
  }))
}

const SAYS: Readonly<Record<FeatureArtifactView['state'], string>> = {
  missing: 'is not written',
  draft: 'is not approved',
  void: 'was changed after it was approved',
  unlogged: 'is approved or waived by its card alone; the log of this machine has no such decision',
  rejected: 'was rejected',
  approved: 'is approved',
  waived: 'is waived',
  by_change: 'is in the change',
}

/** There is a text, and all that it lacks is a person's word. */
export function needsPerson({ state, written }: Pick<FeatureArtifactView, 'state' | 'written'>): boolean {
  return state === 'draft' || state === 'void' || (state === 'unlogged' && written)
}

function unsatisfied(situation: FeatureSituation, next: FeaturePhase): Reason[] {
  const { id } = situation
  return missingFor(situation, next).map(({ name, state, written }) => ({
    code: `artifact_${state}`,
    ids: [name],
    message: `${id} cannot enter ${next}: ${name} ${SAYS[state]}.`,
    fix: needsPerson({ state, written })
      ? shell`furrow feature approve ${id} ${name}`
      : shell`furrow feature write ${id} ${name} --content -`,
  }))
}

function waiting({ id, waitsFor }: FeatureSituation): Reason[] {
  return waitsFor.map(other => ({
    code: 'waits_for',
    ids: [other],
    message: `${id} needs ${other}, which is not released.`,
    fix: shell`furrow feature show ${other}`,
  }))
}

/** A blocked task is not finished. */
function unfinished({ id, feature }: FeatureSituation): Reason[] {
  return feature.tasks
    .filter(({ status }) => status !== 'completed')
    .map(task => ({
      code: 'task_open',
      ids: [task.id],
      message: `${task.id} of ${id} is ${task.status.replace('_', ' ')}: ${task.title}`,
      fix: shell`furrow task complete ${id} ${task.id}`,
    }))
}
