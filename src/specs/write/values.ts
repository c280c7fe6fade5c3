import { type Refused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { dropGuidance } from '../../store/documents/markdown/guidance.ts'
import { TABLE, type WrittenStage } from '../stages.ts'
import type { StageValues } from './document.ts'

/** Words that stand for something that is still to be written. */
export const PLACEHOLDER =
  /\b(?:TBD|TBA|TBC|T\.B\.D\.|TODO|FIXME|XXX+)\b|(?:^|\b(?:is|are|still|yet)\s+|[:(]\s*)to be (?:defined|determined|decided)\b|\bfill (?:this|me) in\b|\blorem ipsum\b|\bnot yet (?:defined|decided)\b|_None (?:defined|identified)[^_\n]*_|\[(?:placeholder|insert [^\]\n]*|your [^\]\n]*)\]|<(?:placeholder|insert [^>\n]*)>|\?\?\?+/i

/** A text that is nothing but a placeholder says nothing. */
export function whyNotValues(stage: WrittenStage, values: StageValues): Refused | undefined {
  for (const field of TABLE[stage].fields) {
    const value = dropGuidance(values[field.key] ?? '').trim()
    if ('required' in field && value === '') return missing(stage, field, 'is required')
    if (value !== '' && isOnlyPlaceholder(value))
      return missing(stage, field, `is only a placeholder (${value.slice(0, 40)})`)
    // On a command line only some fields take the text of a file so.
    if (/^@\S+$/.test(value))
      return missing(stage, field, `is the name of a file (${value.slice(0, 40)}), not its text`)
  }
  return undefined
}

export function isOnlyPlaceholder(value: string): boolean {
  const rest = value.replace(new RegExp(PLACEHOLDER.source, 'gi'), '').replace(/[\s.,:;!?*_`>#|[\](){}-]+/g, '')
  return rest === '' || /^(?:\.{3,}|…)$/.test(value.trim())
}

function missing(stage: WrittenStage, { key, asks }: { key: string; asks: string }, what: string): Refused {
  return refuse('usage', `${key} ${what}: write ${asks}.`, { target: key, fix: shell`furrow guide spec-${stage}` })
}
