import type { Output } from '../api/call.ts'

export type FeatureDetail = Output<'feature.show'>
export type FeatureRow = Output<'feature.list'>['features'][number]
export type FeatureArtifact = FeatureDetail['artifacts'][number]
export type FeatureTask = FeatureDetail['tasks'][number]
export type NextFeatureStep = FeatureDetail['next']
export type Ponder = Output<'ponder.show'>
export type InvestigationDetail = Output<'investigation.show'>
export type FeedbackRow = Output<'feedback.list'>['feedback'][number]
export type MilestoneDetail = Output<'milestone.show'>
export type Escalation = Output<'escalation.list'>['escalations'][number]
export type CardOriginDetail = NonNullable<FeatureDetail['origin']>
