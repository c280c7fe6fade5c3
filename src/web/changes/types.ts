import type { Output } from '../api/call.ts'

export type Change = Output<'change.status'>
export type ChangeRow = Output<'change.list'>['changes'][number]
export type ChangeStatus = Change['status']
export type Flow = Output<'change.flows'>['flows'][number]
export type Report = Output<'context.check'>
export type Context = NonNullable<Change['context']>
export type Blocked = NonNullable<Change['blocked']>
