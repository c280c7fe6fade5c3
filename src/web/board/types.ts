import type { Output } from '../api/call.ts'

export type Feature = Output<'feature.show'>
export type FeatureRow = Output<'feature.list'>['features'][number]
export type Phase = Feature['phase']
export type Artifact = Feature['artifacts'][number]
export type Task = Feature['tasks'][number]
export type Step = Feature['next']
export type CardProblem = Output<'board.list'>['problems'][number]
export type Ponder = Output<'ponder.show'>
export type Investigation = Output<'investigation.show'>
export type Feedback = Output<'feedback.list'>['feedback'][number]
export type Milestone = Output<'milestone.show'>
export type Escalation = Output<'escalation.list'>['escalations'][number]
export type Came = NonNullable<Feature['origin']>
