import { toRefused } from '../../operation/errors.ts'
import { implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import * as contracts from '../contracts.ts'
import { scoresFromText } from '../gate/scores.ts'
import { requireWritten } from '../manage.ts'
import type { SpecView } from '../model.ts'
import { gateLines, renderSpec } from '../show/view-spec.ts'
import { readSpec } from '../spec-file.ts'
import { TABLE, type WrittenStage } from '../stages.ts'
import { printBlank, readDocument } from './document.ts'
import { templateOf } from './save.ts'
import { whyNotValues } from './values.ts'

export const write = implement(() => contracts.write, {
  async run(call, { stage: named, document, overwrite }) {
    const stage = requireWritten(named)
    const texts = readDocument(stage, document)
    const problem = whyNotValues(stage, texts)
    if (problem !== undefined) return problem
    const outcome = await call.perform(
      TABLE[stage].operation,
      { ...inputsOf(stage, texts), overwrite },
      call.operationId,
    )
    return outcome.ok ? (outcome.value as SpecView) : toRefused(outcome.error)
  },
  render: view =>
    view.gate.rounds.length > 0 && view.saved?.path.endsWith('clarifications.md')
      ? [renderSpec(view), '', ...gateLines(view.gate)].join('\n')
      : renderSpec(view),
})

export const template = implement(() => contracts.template, {
  async run(call, { stage: named, mode: asked }) {
    const stage = requireWritten(named)
    const mode = asked ?? readSpec(filesOf(call))?.mode ?? 'guided'
    return { stage, mode, document: printBlank(stage, { mode, template: await templateOf(stage) }) }
  },
  render: ({ document }) => document,
})

/** Sections that are no plain text for their operation. */
function inputsOf(stage: WrittenStage, texts: Record<string, string>): Record<string, unknown> {
  if (stage === 'clarify') return { answers: texts['answers'], ...scoresFromText(texts['dimension_scores'] ?? '') }
  if (stage === 'tasks')
    return { ...texts, total_tasks: Number(/\d+/.exec(texts['total_tasks'] ?? '')?.[0] ?? Number.NaN) }
  if (stage === 'validate')
    return {
      ...texts,
      verdict: texts['verdict']
        ?.replace(/[^A-Za-z_ ]/g, '')
        .trim()
        .replaceAll(' ', '_')
        .toUpperCase(),
    }
  return texts
}
