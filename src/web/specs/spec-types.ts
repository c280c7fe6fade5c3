import type { Output } from '../api/call.ts'

export type SpecDetail = Output<'spec.context'>
export type SpecStage = SpecDetail['stages'][number]
export type SpecGate = SpecDetail['gate']
export type TraceDetail = Output<'spec.trace'>
