import type { Output } from '../api/call.ts'

export type Project = Output<'exploration.status'>
export type ProjectRow = Output<'exploration.list'>['projects'][number]
export type Topic = Project['tasks'][number]
export type Artifact = Project['artifacts'][number]
export type Way = Project['transitions'][number]
export type Graph = Output<'exploration.graph'>
export type Plan = Output<'exploration.plan'>
