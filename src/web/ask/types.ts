import type { Output } from '../api/call.ts'

export type Thread = Output<'thread.show'>
export type Turn = Thread['turns'][number]
export type Citation = Turn['sources'][number]
export type ThreadRow = Output<'thread.list'>['threads'][number]
