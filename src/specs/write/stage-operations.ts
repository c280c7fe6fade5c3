import type { Transaction } from '../../store/journal/transaction.ts'
import { type Call, implement } from '../../workspace/call.ts'
import * as contracts from '../contracts.ts'
import { duplicateId } from '../items/doubled.ts'
import { type IdKind, itemsIn } from '../items/items.ts'
import { highest, knownIds, numberItems } from '../items/numbering.ts'
import { rowProblem } from '../items/table-rows.ts'
import { taskCountProblem } from '../items/tally.ts'
import type { Spec } from '../model.ts'
import { renderSpec } from '../show/view-spec.ts'
import { stagePath, type WrittenStage } from '../stages.ts'
import { printDocument, type StageValues } from './document.ts'
import { type Composed, saveStage, templateOf } from './save.ts'
import { whyNotValues } from './values.ts'

export const propose = implement(() => contracts.propose, {
  run: (call, { overwrite, ...values }) => saveTexts(call, 'propose', { values, overwrite }),
  render: renderSpec,
})

export const specify = implement(() => contracts.specify, {
  run: (call, { overwrite, ...values }) => saveTexts(call, 'specify', { values, overwrite, numbered: REQUIREMENTS }),
  render: renderSpec,
})

export const rules = implement(() => contracts.rules, {
  run: (call, { overwrite, ...values }) => saveTexts(call, 'business-rules', { values, overwrite, numbered: RULES }),
  render: renderSpec,
})

export const design = implement(() => contracts.design, {
  run: (call, { overwrite, ...values }) =>
    saveTexts(call, 'design', { values, overwrite, defining: ['design_decisions'] }),
  render: renderSpec,
})

export const tasks = implement(() => contracts.tasks, {
  async run(call, { overwrite, total_tasks, ...texts }) {
    const problem = taskCountProblem(total_tasks, texts.tasks)
    if (problem !== undefined) return problem
    return saveTexts(call, 'tasks', {
      values: { ...texts, total_tasks: String(total_tasks) },
      overwrite,
      numbered: TASKS,
    })
  },
  render: renderSpec,
})

/** Which items get which ids. */
type NumberedFields = Readonly<Record<string, IdKind>>
const REQUIREMENTS: NumberedFields = {
  must_have: 'FR',
  should_have: 'FR',
  could_have: 'FR',
  wont_have: 'FR',
  non_functional: 'NFR',
}
const RULES: NumberedFields = { constraints: 'BR', derivations: 'BR' }
const TASKS: NumberedFields = { tasks: 'TASK' }

interface Texts {
  readonly values: StageValues
  readonly overwrite: boolean
  readonly numbered?: NumberedFields
  /** Fields whose items define their ids; those that get ids, unless said. */
  readonly defining?: readonly string[]
}

/** A stage that is nothing but its texts. */
async function saveTexts(call: Call, stage: WrittenStage, { values, overwrite, numbered = {}, defining }: Texts) {
  const problem = whyNotValues(stage, values)
  if (problem !== undefined) return problem
  const doubled = duplicateId(stage, values, defining ?? Object.keys(numbered))
  if (doubled !== undefined) return doubled
  const row = rowProblem(stage, values, Object.keys(numbered))
  if (row !== undefined) return row
  const template = await templateOf(stage)
  const compose = (tx: Transaction, spec: Spec): Composed => {
    // A file that is gone was known once: its words keep their ids.
    const before = tx.read(stagePath(stage))?.bytes ?? call.store.lastWritten(call.workspace.root, stagePath(stage))
    const made = giveIds(values, { numbered, last: spec.last_ids, before: before?.toString('utf8') ?? '' })
    return {
      text: printDocument(stage, made.values, { mode: spec.mode, template }),
      done: true,
      ids_given: made.given,
      spec: { last_ids: { ...spec.last_ids, ...made.last } },
    }
  }
  return saveStage(call, { stage, overwrite, compose })
}

interface Giving {
  readonly numbered: NumberedFields
  readonly last: Readonly<Record<string, number>>
  /** The file as it was: the same words keep their id. */
  readonly before: string
}

function giveIds(values: StageValues, { numbered, last, before }: Giving) {
  const known = knownIds(before)
  const made: Record<string, string | undefined> = { ...values }
  const given: string[] = []
  const highs: Record<string, number> = {}
  const all = [before, ...Object.keys(numbered).map(key => values[key] ?? '')].join('\n')
  for (const [key, kind] of Object.entries(numbered)) {
    const text = made[key]
    const high = Math.max(highs[kind] ?? 0, last[kind] ?? 0, highest(kind, ledIds(all)))
    highs[kind] = high
    if (text === undefined || text.trim() === '') continue
    const result = numberItems(text, { kind, last: high, known })
    made[key] = result.text
    given.push(...result.given)
    highs[kind] = Math.max(high, highest(kind, result.given))
  }
  return { values: made, given, last: highs }
}

/** Ids that lead an item count; one that is only mentioned takes no number away. */
function ledIds(text: string): string[] {
  return itemsIn(text).flatMap(({ id }) => id ?? [])
}
