import { implement } from '../../workspace/call.ts'
import * as contracts from '../contracts.ts'
import { gapIn, lastLine, readLines } from '../output/log-lines.ts'
import { logFolder } from '../record/record-files.ts'
import { renderLines } from '../show/render-run.ts'
import { viewRun } from '../show/view-run.ts'

export const tail = implement(() => contracts.tail, {
  async run(call, { id, from, count }) {
    const run = await viewRun(call, id)
    const folder = logFolder(call, id)
    const total = run.lines ?? (await lastLine(folder))
    const lines = await readLines(folder, { from: from ?? Math.max(1, total - count + 1), count })
    const gap = run.cut === true ? await gapIn(folder) : undefined
    return { run, lines, total: Math.max(total, lines.at(-1)?.n ?? 0), ...(gap !== undefined && { gap }) }
  },
  render: renderLines,
})
