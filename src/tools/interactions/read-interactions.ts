import { isRefused, refuse } from '../../operation/errors.ts'
import type { Run, ToolPart } from '../../runs/model.ts'
import { lastLine, readLines } from '../../runs/output/log-lines.ts'
import { settleDeadRuns, settleOrphan } from '../../runs/own/settle-dead-runs.ts'
import { logFolder, type RecordFolder, recordFolderFor, recordOn } from '../../runs/record/record-files.ts'
import { idsOn, readRunRecord } from '../../runs/record/records.ts'
import { resultFile } from '../../runs/result/locate.ts'
import { rowsThatFit, withAttachmentsThatFit, withFirstAttachments } from '../../runs/show/rows-that-fit.ts'
import { viewRun, withPosition } from '../../runs/show/view-run.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import * as contracts from '../contracts.ts'
import { findTools } from '../find-tool.ts'
import type { Interaction, InteractionProblem } from '../model.ts'
import { renderInteraction, renderInteractions } from '../render-tool.ts'
import { followUpsFor } from './large-result.ts'
import { readInteractionThread } from './threads.ts'
import { interactionOf } from './view-interaction.ts'

/** As much of a log as an answer holds; all of it is a download. */
const LOG_LINES = 1000

export const interactions = implement(() => contracts.interactions, {
  async run(call, { name, status, limit, cursor }) {
    await settleDeadRuns(call)
    const rows = rowsOf(call, name).filter(({ id }) => cursor === undefined || id < cursor)
    const { mostResultCharacters: most } = call.traits
    const page: InteractionPage = { interactions: [], errors: [] }
    for (const { id, shelf } of rows) {
      const row = await rowOf(call, id, shelf)
      if (row === undefined) continue
      if ('problem' in row) page.errors.push(row.problem)
      else if (status === undefined || row.status === status) page.interactions.push(inTable(row, most))
      if (page.interactions.length + page.errors.length === limit && id !== rows.at(-1)?.id)
        return pageThatFits(page, most, id)
    }
    return pageThatFits(page, most)
  },
  render: renderInteractions,
})

export const interaction = implement(() => contracts.interaction, {
  async run(call, { name, id }) {
    const run = await toolRun(call, id, name)
    const folder = logFolder(call, id)
    const total = run.lines ?? (await lastLine(folder))
    const lines = await readLines(folder, { from: Math.max(1, total - LOG_LINES + 1), count: LOG_LINES })
    const { mostResultCharacters: most } = call.traits
    const log = rowsThatFit(lines.reverse(), most).reverse()
    return { ...withAttachmentsThatFit(interactionOf(run), most), log, ...(await followUpsOfLarge(call, run)) }
  },
  render: renderInteraction,
})

async function followUpsOfLarge(call: Call, run: Run): Promise<{ follow_ups?: string[] }> {
  if (resultFile(call, run) === undefined) return {}
  const [tool] = run.tool === undefined ? [] : await findTools(call, { name: run.tool.name })
  return { follow_ups: await followUpsFor(call, run, tool?.meta.result_actions ?? []) }
}

/** A run of this tool as it truly is. */
export async function toolRun(call: Call, id: string, name?: string): Promise<Run> {
  const run = await viewRun(call, id)
  if (run.tool !== undefined && (name === undefined || run.tool.name === name)) return run
  throw refuse('not_found', `${name ?? 'No tool'} has no interaction ${id}.`, {
    target: id,
    fix: name === undefined ? shell`furrow runs list --kind tool` : shell`furrow tool history ${name}`,
  })
}

/** Of the tool, whether kept or passing, newest first. */
function rowsOf(call: Call, name: string): { id: string; shelf: RecordFolder }[] {
  const part: ToolPart = { name, mode: 'run', tags: [], notes: null }
  const shelves = [recordFolderFor(call, { tool: part }), recordFolderFor(call, { tool: { ...part, passing: true } })]
  return shelves.flatMap(shelf => idsOn(shelf).map(id => ({ id, shelf }))).sort((a, b) => (a.id < b.id ? 1 : -1))
}

async function rowOf(call: Call, id: string, shelf: RecordFolder) {
  const row = readRunRecord(call, id, shelf)
  if (row === undefined) return threadRow(shelf, id)
  if ('problem' in row) return row
  return interactionOf(withPosition(call, await settleOrphan(call, row.run)))
}

/** A large result is in the answer about that run alone. */
function inTable({ result, ...row }: Interaction, most: number): Interaction {
  const named = withFirstAttachments(row)
  if (result === undefined) return named
  const { preview: _, ...spooled } = result
  if (result['spooled'] !== undefined) return { ...named, result: spooled }
  const { data, ...rest } = result
  const isLarge = data !== undefined && JSON.stringify(data).length > most
  return { ...named, result: isLarge ? { ...rest, cut: true } : result }
}

/** A damaged thread is a row of its own, like a damaged run. */
function threadRow(shelf: RecordFolder, id: string) {
  try {
    return readInteractionThread(shelf, id)
  } catch (error) {
    if (!isRefused(error)) throw error
    return { problem: { id, path: recordOn(shelf, id), message: error.message } }
  }
}

interface InteractionPage {
  readonly interactions: Interaction[]
  readonly errors: InteractionProblem[]
}

function pageThatFits({ interactions, errors }: InteractionPage, most: number, end?: string) {
  const shown = rowsThatFit(interactions, most)
  const next = shown.length < interactions.length ? shown.at(-1)?.id : end
  return {
    interactions: shown,
    ...(errors.length > 0 && { errors }),
    ...(next !== undefined && { next }),
  }
}
