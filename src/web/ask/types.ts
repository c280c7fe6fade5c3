import type { Output } from '../api/call.ts'

export type Thread = Output<'thread.show'>
export type Turn = Thread['turns'][number]
export type Citation = Turn['sources'][number]
/** What a citation and a place that an answer names have in common. */
export type Cited = Pick<Citation, 'path' | 'lines'>
export type ThreadRow = Output<'thread.list'>['threads'][number]
