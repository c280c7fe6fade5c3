import type { Output } from '../api/call.ts'

export type ChangeDetail = Output<'change.status'>
export type ChangeRow = Output<'change.list'>['changes'][number]
export type ChangeStatus = ChangeDetail['status']
export type Flow = Output<'change.flows'>['flows'][number]
export type ContextCheckReport = Output<'context.check'>
export type ChangeContext = NonNullable<ChangeDetail['context']>

export type ChangeStage = ChangeDetail['stages'][number]
