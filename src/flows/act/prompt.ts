import { maskerFor, valuesToHide } from '../../agents/hidden.ts'
import { fill, fillFenced } from '../../shared/follow-ups/fill.ts'
import { parseTemplate } from '../../shared/follow-ups/template.ts'
import type { Call } from '../../workspace/call.ts'
import { guideText } from '../../workspace/guides/text.ts'
import type { FollowUp } from './find-follow-up.ts'

interface FilledPrompt {
  readonly text: string
  readonly missing: readonly string[]
}

/** All inserted values together stay well below what a prompt may hold. */
const MOST_INSERTED = 120_000
const LONGEST_QUESTION = 500

/** Our instructions, then the task of the tool's author, with everything that was inserted marked as data. */
export async function promptOf(call: Call, { action, values, run, tool }: FollowUp): Promise<FilledPrompt | undefined> {
  if (action.prompt_template.trim() === '') return undefined
  const places = parseTemplate(action.prompt_template).parts.filter(({ kind }) => kind === 'place').length
  const task = fillFenced(action.prompt_template, values, Math.floor(MOST_INSERTED / Math.max(1, places)))
  const head = filledGuide(await guideText({ file: 'templates/agent-follow-up.md' }), {
    mark: task.mark,
    run: run.id,
    tool,
    label: action.label,
  })
  return { text: maskerFor(await valuesToHide(call)).maskText(`${head}${task.text}\n`), missing: task.missing }
}

/** What the person is asked; in one line, because a result may hold anything. */
export function questionOf({ action, values }: Pick<FollowUp, 'action' | 'values'>): string | undefined {
  if (action.confirm === undefined) return undefined
  return fill(action.confirm, values, LONGEST_QUESTION).text.replace(/\s+/g, ' ').trim()
}

/** In one pass: a word that stands in a value is no place. */
export function filledGuide(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(words, name) ? (words[name] ?? '') : whole,
  )
}
