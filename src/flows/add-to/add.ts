import type { Inserted } from '../../agents/prompt.ts'
import { boardTargets, type NewCard } from '../../board/board-targets.ts'
import { currentFeature } from '../../board/features/current.ts'
import { slug } from '../../operation/names/naming.ts'
import type { Run } from '../../runs/model.ts'
import { lastLine, readLines } from '../../runs/output/log-lines.ts'
import { linkRun } from '../../runs/record/link-run.ts'
import { logFolder } from '../../runs/record/record-files.ts'
import { shell } from '../../shared/shell/shell.ts'
import { toolRun } from '../../tools/interactions/read-interactions.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { enrich } from '../enrich/enrich.ts'
import * as contracts from './contracts.ts'
import { deriveCard, errorContext, type InteractionFacts } from './derive.ts'
import { readLarge } from './large.ts'

/** As much of a log as is searched for what went wrong. */
const LOG_LINES = 2000

export const add = implement(() => contracts.add, {
  async run(call, { name, interaction_id: id, target, title, feature, kind, selection, enrich: asked }) {
    const run = await toolRun(call, id, name)
    const told = await toldBy(call, run, selection)
    const board = await call.port(boardTargets)
    const origin = `interaction:${name}/${id}`
    const wish: NewCard = { ...wishFor(call, told, target), origin, feature, kind }
    const made = await call.store.transact(call, tx => {
      const card = board.createIn(tx, title === undefined ? wish : { ...wish, title })
      const { links = [] } = linkRun(call, tx, { id, to: card.ref })
      tx.describe(`${name} ${id} became ${card.ref}`)
      return { ...card, links }
    })
    return { ...made, ...(asked ? await enrich(call, { made, origin, data: dataOf(told) }) : {}) }
  },
  render: ({ ref, title, run_id, problem }) =>
    [
      `**${ref}**: ${title}`,
      ...(run_id === undefined ? [] : [`An agent works on its draft: ${shell`furrow runs watch ${run_id}`}`]),
      ...(problem === undefined ? [] : [problem]),
    ].join('\n\n'),
})

/** All that the record holds: an agent that knows only the card could not tell why. */
function dataOf({ tool, id, input, result, log, selection }: InteractionFacts): Inserted[] {
  const from = `${tool} ${id}`
  return [
    ...(selection === undefined ? [] : [{ origin: `what was chosen of ${from}`, text: selection }]),
    { origin: `the input and result of ${from}`, text: JSON.stringify({ input, result }, undefined, 2) },
    { origin: `the log of ${from}`, text: log.join('\n') },
  ]
}

async function toldBy(call: Call, run: Run, selection: string | undefined): Promise<InteractionFacts> {
  const folder = logFolder(call, run.id)
  const total = run.lines ?? (await lastLine(folder))
  const log = await readLines(folder, { from: Math.max(1, total - LOG_LINES + 1), count: LOG_LINES })
  const { name = run.label, input, result } = run.tool ?? {}
  const large = result === undefined ? undefined : await readLarge(call, run)
  return {
    tool: name,
    id: run.id,
    status: run.status,
    at: run.started_at,
    ...(input !== undefined && { input }),
    ...(result !== undefined && { result: { ok: result.ok, data: result.data ?? large?.data, error: result.error } }),
    ...(large !== undefined && { texts: large.texts }),
    log: log.map(({ text }) => text),
    ...(selection !== undefined && { selection }),
  }
}

const LABEL = 'tool-result'

function wishFor(
  call: Call,
  told: InteractionFacts,
  target: NewCard['target'] | 'bug',
): Pick<NewCard, 'target' | 'title' | 'text' | 'labels' | 'captured'> {
  const { title, text, failure } = deriveCard(told)
  const labels = [LABEL, ...(failure === undefined ? [] : [failure.replaceAll(' ', '-')])]
  if (target === 'bug')
    return currentFeature(call) === undefined
      ? { target: 'feedback', title, text }
      : { target: 'task', title, text, labels: ['bug', ...labels] }
  if (target === 'feature') return { target, title, text: `# ${title}\n\n${text}` }
  if (target === 'task') return { target, title, text, labels }
  if (target === 'investigation') return { target, title, text: errorContext(told) }
  if (target === 'ponder') return { target, title, captured: { name: slug(`${told.tool} ${told.id}`), text } }
  return { target, title, text }
}
