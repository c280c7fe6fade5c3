import type { Output } from '../api/call.ts'

export type Spec = Output<'spec.context'>
export type SpecStage = Spec['stages'][number]
export type Gate = Spec['gate']
export type Trace = Output<'spec.trace'>
