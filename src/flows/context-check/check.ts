import type { ChecksContext } from '../../changes/change-ports.ts'
import type { ContextCheck, NextStep } from '../../changes/model.ts'
import { type Catalog, readCatalog } from '../../changes/record/catalog.ts'
import { activeIn, type ChangeFiles, findChange } from '../../changes/record/change-files.ts'
import { putChange } from '../../changes/record/put-change.ts'
import { nextChangeStep } from '../../changes/show/next-of-change.ts'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import * as contracts from './contracts.ts'
import { fitReport } from './fit.ts'
import { changeTextOf, inspectContext } from './inspect.ts'
import { renderFindings, renderReport } from './report.ts'

const NO_CHANGE: NextStep = {
  says: 'No change is active. Start one when you know what to change.',
  command: shell`furrow change start --help`,
  tool: { name: 'sdd_change', arguments: {} },
  needs: ['type', 'size', 'description'],
}

/** A scanner, not an analyser: it lists what is there, and the reader judges. */
export const check = implement(() => contracts.check, {
  async run(call, { change_description, project_name, detail_level, max_tokens }) {
    await call.store.settled()
    const files = filesOf(call)
    const shelf = readCatalog(call, { history: true })
    const active = activeIn(shelf)
    const description = active?.change.description ?? change_description
    if (description.trim() === '')
      return refuse('usage', 'change_description is required: describe the change to check context for.', {
        target: 'change_description',
        fix: shell`furrow context-check --help`,
      })
    const text = active === undefined ? description : changeTextOf(files, active)
    const subject = { id: active?.change.id, description, text }
    const inspection = await inspectContext(call, subject, { level: detail_level, project_name })
    if (active !== undefined) await recordCheck(call, active, inspection.seen)
    const step = active === undefined ? NO_CHANGE : nextChangeStep(active.change, { checked: true })
    const unread = [...unreadRecords(shelf), ...unusedText(active, change_description)]
    const next = { ...step, says: [...unread, step.says].join(' ') }
    return fitReport({ ...inspection.report, next }, { level: detail_level, max: max_tokens })
  },
  render: renderReport,
})

function unreadRecords({ damaged }: Catalog): string[] {
  return damaged.map(({ path }) => `${path} cannot be read, so its change is not in this report: \`furrow doctor\`.`)
}

function unusedText(active: ChangeFiles | undefined, given: string): string[] {
  if (active === undefined || given.trim() === '' || given.trim() === active.change.description.trim()) return []
  return [`This report is about the active change ${active.change.id}; the text that was given was not looked for.`]
}

/** The context check as the change pipeline uses it: of a text that is about to become a stage. */
export function contextCheckerIn(call: Call): ChecksContext {
  return {
    async check({ change, description, text }) {
      const inspection = await inspectContext(call, { id: change, description, text }, { level: 'summary' })
      const { next: _, ...report } = fitReport({ ...inspection.report, next: NO_CHANGE }, { level: 'summary' })
      return { seen: inspection.seen, report: renderFindings(report) }
    },
  }
}

/** The change remembers what it was checked against, so that a later difference voids the check. */
export function recordCheck(
  call: Call,
  { change: { id } }: Pick<ChangeFiles, 'change'>,
  seen: Omit<ContextCheck, 'at'>,
): Promise<void> {
  const at = new Date(call.clock.now()).toISOString()
  return call.store.transact(call, tx => {
    const active = findChange(tx, id)
    if (active.change.status !== 'active') return
    putChange(tx, { ...active, change: { ...active.change, context_check: { ...seen, at } } })
    tx.describe(`checked the context of the change ${id}`)
  })
}
