import { type Call, implement } from '../../workspace/call.ts'
import * as contracts from '../contracts.ts'
import { isOver, type Run } from '../model.ts'
import { settleDeadRuns, settleOrphan } from '../own/settle-dead-runs.ts'
import { readRun, readRunRecord, runIds } from '../record/records.ts'
import { withoutPayload } from './list-runs.ts'
import { renderList } from './render-run.ts'
import { rowsThatFit, withFirstAttachments } from './rows-that-fit.ts'
import { withPosition } from './view-run.ts'

const MOST = 500

export const nested = implement(() => contracts.nested, {
  async run(call, { id }) {
    await settleDeadRuns(call)
    const runs: Run[] = []
    for await (const run of descendantsOf(call, readRun(call, id))) {
      runs.push(withFirstAttachments(withoutPayload(withPosition(call, run))))
      if (runs.length > MOST) break
    }
    const shown = rowsThatFit(runs.slice(0, MOST), call.traits.mostResultCharacters)
    return { runs: shown, ...(shown.length < runs.length && { more: true }) }
  },
  render: renderList,
})

/** A run starts others while it is under way, so the first record after the last end in the family ends the search. */
async function* descendantsOf(call: Call, root: Run): AsyncGenerator<Run> {
  const family = new Set([root.id])
  let until = endOf(root)
  for (const id of runIds(call).reverse()) {
    if (id <= root.id) continue
    const row = readRunRecord(call, id)
    if (row === undefined || 'problem' in row) continue
    if (Date.parse(row.run.started_at) > until) return
    if (row.run.parent === undefined || !family.has(row.run.parent)) continue
    const run = await settleOrphan(call, row.run)
    family.add(id)
    until = Math.max(until, endOf(run))
    yield run
  }
}

function endOf(run: Run): number {
  return isOver(run) && run.ended_at !== undefined ? Date.parse(run.ended_at) : Number.POSITIVE_INFINITY
}
