import type { Citation } from '../../ask/threads/model.ts'
import type { Output } from '../api/call.ts'

export type ThreadDetail = Output<'thread.show'>
export type TurnDetail = ThreadDetail['turns'][number]
/** What a citation and a place that an answer names have in common. */
export type CitedLocation = Pick<Citation, 'path' | 'lines'>
