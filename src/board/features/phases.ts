/** In order. A feature goes one phase forward at a time, and back only with a reason. */
export const PHASES = [
  'draft',
  'specified',
  'planned',
  'ready',
  'implementation',
  'review',
  'audit',
  'qa',
  'merge',
  'released',
] as const
export type FeaturePhase = (typeof PHASES)[number]

export const ARTIFACTS = ['spec', 'design', 'tasks', 'qa-plan', 'review', 'audit', 'qa-results'] as const
export type ArtifactName = (typeof ARTIFACTS)[number]

export type Requirements = Readonly<Partial<Record<FeaturePhase, readonly ArtifactName[]>>>

/** What a phase needs before it is entered, where the config says nothing else. */
export const REQUIRED: Requirements = {
  specified: ['spec'],
  planned: ['spec', 'design', 'tasks', 'qa-plan'],
  review: ['review'],
  audit: ['review'],
  qa: ['audit'],
  merge: ['qa-results'],
}

/** Judgements of finished work; going back to an earlier phase makes them say nothing any more. */
export const JUDGEMENTS: Readonly<Partial<Record<ArtifactName, FeaturePhase>>> = {
  review: 'review',
  audit: 'audit',
  'qa-results': 'qa',
}

/** The stages of a change that stand for an artifact of its feature. */
export const BY_CHANGE: Readonly<Partial<Record<ArtifactName, string>>> = {
  spec: 'spec',
  design: 'design',
  tasks: 'tasks',
  'qa-results': 'verify',
}

export function phaseAfter(phase: FeaturePhase): FeaturePhase | undefined {
  return PHASES[PHASES.indexOf(phase) + 1]
}

export function isBefore(a: FeaturePhase, b: FeaturePhase): boolean {
  return PHASES.indexOf(a) < PHASES.indexOf(b)
}
