import type { Output } from '../api/call.ts'

export type ExplorationDetail = Output<'exploration.status'>
export type ExplorationTopic = ExplorationDetail['tasks'][number]
export type ExplorationArtifact = ExplorationDetail['artifacts'][number]
export type ExplorationTransition = ExplorationDetail['transitions'][number]
export type MachineGraph = Output<'exploration.graph'>
export type FinalizationPlan = Output<'exploration.plan'>
export type Evidence = Output<'exploration.check'>
export type ProposalDetail = Output<'exploration.proposals'>['proposals'][number]
