import { refuse } from '../../operation/errors.ts'
import { findRun } from '../../runs/record/records.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Transaction } from '../../store/journal/transaction.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import type { ProjectState } from '../model.ts'
import { commitStep, guardContextOf } from '../record/engine.ts'
import { PROJECT } from '../record/project-files.ts'
import { renderCited } from '../show/render-project.ts'
import { viewProject } from '../show/view-project.ts'
import { findTask } from '../tasks/find-task.ts'
import { waitedStanding } from './check.ts'
import { nextSourceNumber } from './collect.ts'
import * as contracts from './contracts.ts'
import { memoryRecords } from './evidence-ports.ts'
import { type Location, locateSource, textAt, written } from './locate.ts'
import type { Source } from './model.ts'
import { outputQuotes } from './run-output.ts'
import { evidenceHash, isQuoted, sourceStandingOf, viewSource } from './standing.ts'

export const cite = implement(() => contracts.cite, {
  async run(call, { source, task, ...given }) {
    const prepared = await prepareSource(call, locateSource(source), given)
    let id = ''
    const held = await commitStep(call, { command: 'cite', ability: 'artifact.add' }, ({ held: now, tx, at, by }) => {
      if (task !== undefined) findTask(now.state, task)
      const added = addSource(now.state, { prepared, task, tx, at, by })
      id = added.id
      return { state: added.state, summary: `${id} cites ${written(prepared.location)}` }
    })
    const sight = guardContextOf(call, held, filesOf(call))
    const found = (held.state.sources ?? []).find(each => each.id === id) ?? lastSource(held.state)
    const standing = (await waitedStanding(call, found)) ?? sourceStandingOf(found, sight.look)
    return { source: viewSource(found, standing), project: viewProject(held, sight) }
  },
  render: renderCited,
})

/** Of a call that is repeated, whose step is not taken again. */
function lastSource({ sources = [] }: ProjectState): Source {
  const last = sources.at(-1)
  if (last === undefined) throw new Error('the source that was just added is missing')
  return last
}

interface CitationInput {
  readonly excerpt?: string | undefined
  readonly copy?: string | undefined
  readonly read_on?: string | undefined
  readonly title?: string | undefined
  readonly note?: string | undefined
}

export interface PreparedSource extends CitationInput {
  readonly location: Location
  /** What was read already; lines of a file are read when it is written down. */
  readonly content?: string
}

/** Looks at what is cited as far as that takes waiting, and refuses what does not say it. */
export async function prepareSource(
  call: Call,
  location: Location,
  given: CitationInput = {},
): Promise<PreparedSource> {
  if (location.kind === 'web') return prepareAddress(call, location, given)
  if (location.kind === 'run') return prepareRun(call, location, given)
  if (location.kind === 'memory') return prepareRecord(call, location, given)
  return { location, ...given }
}

function prepareAddress(call: Call, location: Location, given: CitationInput): PreparedSource {
  const { excerpt, copy, read_on = dayAt(call.clock.now()) } = given
  // Where the day has begun already, it is still the day before in Greenwich.
  if (read_on > dayAt(call.clock.now() + DAY))
    throw refuse('usage', `${read_on} has not come yet; say on which day ${written(location)} was read.`, {
      target: 'read_on',
      fix: shell`furrow explore cite --help`,
    })
  if (excerpt === undefined)
    throw refuse('usage', `Say which words of ${written(location)} are relied on: an address needs an excerpt.`, {
      target: 'excerpt',
      fix: shell`furrow explore cite ${written(location)} --excerpt <words>`,
    })
  if (copy !== undefined && !isQuoted(copy, excerpt)) throw notQuoted('the copy')
  return { ...given, location, copy: copy ?? excerpt, read_on }
}

const DAY = 86_400_000

function dayAt(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

async function prepareRun(
  call: Call,
  location: Extract<Location, { kind: 'run' }>,
  given: CitationInput,
): Promise<PreparedSource> {
  const run = findRun(call, location.id)
  if (run === undefined)
    throw refuse('not_found', `There is no run ${location.id}.`, { target: 'source', fix: shell`furrow runs list` })
  const { excerpt, title = `${run.label} (${run.status})` } = given
  if (excerpt !== undefined && !(await outputQuotes(call, location.id, excerpt)))
    throw notQuoted(`the output of the run ${location.id}`)
  return { ...given, location, title, content: evidenceHash(excerpt ?? run.id) }
}

async function prepareRecord(
  call: Call,
  location: Extract<Location, { kind: 'memory' }>,
  given: CitationInput,
): Promise<PreparedSource> {
  const record = await (await call.port(memoryRecords))(location.id)
  if (record === undefined)
    throw refuse('not_found', `Memory has no record ${location.id}.`, {
      target: 'source',
      fix: shell`furrow memory search --help`,
    })
  if (given.excerpt !== undefined && !isQuoted(record.content, given.excerpt))
    throw notQuoted(`the memory record ${location.id}`)
  const title = given.title ?? record.title
  return { ...given, location, content: evidenceHash(record.content), ...(title !== undefined && { title }) }
}

function notQuoted(where: string) {
  return refuse('usage', `The excerpt is not in ${where}; quote it word by word.`, {
    target: 'excerpt',
    fix: shell`furrow explore cite --help`,
  })
}

interface NewSource {
  readonly prepared: PreparedSource
  readonly task: string | undefined
  readonly tx: Transaction
  readonly at: string
  readonly by: string
}

/** The state with one more source; the same one for the same topic is not kept twice. */
export function addSource(state: ProjectState, { prepared, task, tx, at, by }: NewSource) {
  const { location, excerpt, copy, read_on, title, note } = prepared
  const sources = state.sources ?? []
  const content = contentOf(prepared, tx)
  const source = written(location)
  const same = sources.find(each => each.source === source && each.content === content && each.task === task)
  if (same !== undefined && (same.excerpt ?? excerpt) === excerpt) return { state, id: same.id }
  const number = Math.max(
    nextSourceNumber(
      's',
      sources.map(({ id }) => id),
    ),
    (state.last_source_id ?? 0) + 1,
  )
  const id = `s${number}`
  const kept = location.kind === 'web' ? keepCopy(tx, id, copy ?? '') : undefined
  const texts = { excerpt, read_on, title, note, task, copy: kept }
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))
  const added: Source = { id, kind: location.kind, source, content, ...given, at, by }
  return { state: { ...state, sources: [...sources, added], last_source_id: number }, id }
}

function contentOf({ location, content, copy, excerpt }: PreparedSource, tx: Transaction): string {
  if (location.kind === 'web') return evidenceHash(copy ?? '')
  if (location.kind !== 'file') return content ?? ''
  const bytes = tx.read(location.path)?.bytes
  if (bytes === undefined)
    throw refuse('not_found', `There is no file ${location.path}.`, {
      target: 'source',
      fix: shell`furrow explore cite --help`,
    })
  const text = textAt(bytes, location.lines)
  if (text === undefined)
    throw refuse('usage', `${location.path} has fewer lines than ${location.lines?.to}.`, {
      target: 'source',
      fix: shell`furrow explore cite --help`,
    })
  if (excerpt !== undefined && !isQuoted(text, excerpt)) throw notQuoted(written(location))
  return evidenceHash(text)
}

function keepCopy(tx: Transaction, id: string, text: string): string {
  const file = `sources/${id}.txt`
  tx.read(`${PROJECT}/${file}`)
  tx.write(`${PROJECT}/${file}`, text)
  return file
}
