import * as z from 'zod'
import { Id } from '../../operation/ids.ts'
import { choiceOf } from '../../operation/names/choices.ts'
import { CHANGE_SIZES, CHANGE_STAGES, CHANGE_TYPES } from '../flows.ts'

/** The words that flows are chosen by, and the stages they have; the config may add to each. */
const Word = z.string().min(1).max(40)

export const ChangeType = choiceOf(Word, CHANGE_TYPES, 'change_type')

export const ChangeSize = choiceOf(Word, CHANGE_SIZES, 'change_size')

export const ChangeStage = choiceOf(Id, CHANGE_STAGES, 'change_stage')
