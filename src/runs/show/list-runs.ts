import { type Call, implement } from '../../workspace/call.ts'
import * as contracts from '../contracts.ts'
import type { Run, RunProblem } from '../model.ts'
import { settleDeadRuns, settleOrphan } from '../own/settle-dead-runs.ts'
import { readRunRecord, runIds } from '../record/records.ts'
import { renderList } from './render-run.ts'
import { rowsThatFit, withFirstAttachments } from './rows-that-fit.ts'
import { withPosition } from './view-run.ts'

export const list = implement(() => contracts.list, {
  async run(call, { limit, cursor, status, kind }) {
    await settleDeadRuns(call)
    const ids = runIds(call).filter(id => cursor === undefined || id < cursor)
    const wanted = (run: Run) => (status === undefined || run.status === status) && (kind ?? run.kind) === run.kind
    const page = await collect(call, ids, { limit, wanted })
    const rows = page.runs.map(run => withFirstAttachments(withoutPayload(withPosition(call, run))))
    const runs = rowsThatFit(rows, call.traits.mostResultCharacters)
    const next = runs.length < rows.length ? runs.at(-1)?.id : page.next
    return {
      runs,
      ...(page.errors.length > 0 && { errors: page.errors }),
      ...(next !== undefined && { next }),
    }
  },
  render: renderList,
})

interface RunListPage {
  readonly runs: Run[]
  readonly errors: RunProblem[]
  readonly next?: string
}

/** Reads one record after the other until the page is full; a bad one is a row of its own. */
async function collect(
  call: Call,
  ids: readonly string[],
  { limit, wanted }: { limit: number; wanted: (run: Run) => boolean },
): Promise<RunListPage> {
  const page: RunListPage = { runs: [], errors: [] }
  for (const id of ids) {
    const row = readRunRecord(call, id)
    if (row === undefined) continue
    if ('problem' in row) page.errors.push(row.problem)
    else {
      const run = await settleOrphan(call, row.run)
      if (wanted(run)) page.runs.push(run)
    }
    if (page.runs.length + page.errors.length === limit) return id === ids.at(-1) ? page : { ...page, next: id }
  }
  return page
}

/** What a tool took and gave may be long; whoever shows one run sees it. */
export function withoutPayload({ tool, ...run }: Run): Run {
  if (tool === undefined) return run
  const { input: _, result: __, ...rest } = tool
  return { ...run, tool: rest }
}
