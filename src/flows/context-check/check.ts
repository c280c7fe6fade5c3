import { adrDirectory } from '../../changes/adr/directory.ts'
import { readCatalog } from '../../changes/catalog.ts'
import {
  matchingSections,
  type Passage,
  rarityOf,
  readArtifact,
  specArtifacts,
} from '../../changes/context/artifacts.ts'
import { type Conflict, conflictsOf, type OpenWork } from '../../changes/context/conflicts.ts'
import { put } from '../../changes/manage.ts'
import type { ContextCheck, Found, NextStep } from '../../changes/model.ts'
import { nextStep } from '../../changes/next.ts'
import type { Row } from '../../changes/row.ts'
import { activeIn, type Files, find, type Kept } from '../../changes/shelf.ts'
import { searchMemory } from '../../memory/open.ts'
import { withinBudget } from '../../memory/text/budget.ts'
import type { OutputOf } from '../../operation/contract.ts'
import { isRefused, refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { parseQuery } from '../../search/query.ts'
import { termsOf } from '../../search/tokenize.ts'
import { smellsIn } from '../../specs/lint/smells.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/files.ts'
import { identify } from '../../workspace/identity.ts'
import * as contracts from './contracts.ts'
import { conventionFiles } from './conventions.ts'
import { renderReport } from './report.ts'

type Report = OutputOf<typeof contracts.check>
interface Matches {
  readonly passages: readonly Passage[]
  readonly conflicts: readonly Conflict[]
}

const NO_CHANGE: NextStep = {
  says: 'No change is active. Start one when you know what to change.',
  command: shell`furrow change start --help`,
  tool: { name: 'sdd_guide', arguments: { name: 'change-describe' } },
}
const MOST_PASSAGES = 12
const MOST_PRIOR = 10
const MOST_EXPLORATIONS = 5

/** A scanner, not an analyser: it lists what is there, and the reader judges. */
export const check = implement(contracts.check, {
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
    const terms = new Set(parseQuery(description).terms)
    const artifacts = specArtifacts(files, adrDirectory(call))
    const passages = matchingSections(artifacts, terms, termsOf).slice(0, MOST_PASSAGES)
    const others = shelf.kept.filter(({ change }) => change.id !== active?.change.id)
    const conflicts = conflictsOf(active === undefined ? description : textOf(files, active), openWork(files, others))
    const { explorations, memory } = await recall(call, description, project_name)
    const prior = priorChanges(shelf.closed, terms)
    const conventions = artifacts.length > 0 ? [] : conventionFiles(call.workspace.root)
    if (active !== undefined) {
      const seen = Object.fromEntries(artifacts.map(({ path, revision }) => [path, revision]))
      const names = conflicts.map(({ shared }) => shared)
      const found = pointersOf({ passages, prior, explorations, conventions, conflicts })
      await record(call, active, { description, artifacts: seen, conflicts: names, found })
    }
    const shown = withinBudget(detail_level === 'summary' ? [] : passages, {
      max: max_tokens,
      textOf: ({ text }) => text,
    })
    return {
      ...(active !== undefined && { change: active.change.id }),
      description,
      artifacts: artifacts.map(({ path, bytes }) => ({ path, bytes })),
      passages: shown.items.map(({ path, heading, from, to, text }) => ({
        path,
        heading,
        from,
        to,
        text: cut(text, detail_level),
      })),
      prior,
      explorations,
      memory,
      conventions,
      conflicts: conflicts.map(conflict => ({ shared: conflict.shared, with: [...conflict.with] })),
      smells: smellsIn(description).map(({ kind, words, says }) => ({ kind, words: [...words], says })),
      left_out: shown.left_out,
      next: active === undefined ? NO_CHANGE : nextStep(active.change, { checked: true }),
    }
  },
  render: renderReport,
})

/** The report without its texts, as the change keeps it. */
function pointersOf(report: Pick<Report, 'explorations' | 'prior' | 'conventions'> & Matches): Found {
  return {
    passages: report.passages.map(({ path, heading, from, to }) => ({ path, heading, from, to })),
    prior: report.prior.map(({ id }) => id),
    explorations: report.explorations.map(({ id, title }) => ({ id, title })),
    conventions: report.conventions.map(({ path }) => path),
    conflicts: report.conflicts.map(conflict => ({ shared: conflict.shared, with: [...conflict.with] })),
  }
}

/** Completed work that shares words with the description, the rarest words weighing most. */
function priorChanges(changes: readonly Row[], terms: ReadonlySet<string>) {
  const done = changes.filter(({ status }) => status === 'completed' || status === 'archived')
  const words = done.map(({ id, description }) => new Set(termsOf(`${id} ${description}`)))
  const rarity = rarityOf(words)
  return done
    .map((change, index) => ({
      change,
      weight: [...(words[index] ?? [])].filter(word => terms.has(word)).reduce((sum, word) => sum + rarity(word), 0),
    }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_PRIOR)
    .map(({ change: { id, description, status } }) => ({ id, description: cut(description, 'standard'), status }))
}

async function recall(call: Call, description: string, project_name: string | undefined) {
  try {
    const { name, aliases } = identify(call, project_name)
    const filter = { type: 'explore', projects: [name, ...aliases] }
    const { hits } = await searchMemory(call, {
      query: description,
      filter,
      looking: { limit: MOST_EXPLORATIONS, offset: 0 },
    })
    const explorations = hits.map(({ observation: { id, title }, passage }) => ({ id, title, passage }))
    return { explorations, memory: 'available' }
  } catch (error) {
    if (!isRefused(error)) throw error
    return { explorations: [], memory: error.message }
  }
}

function openWork(files: Files, others: readonly Kept[]): OpenWork[] {
  return others.map(kept => ({ id: kept.change.id, text: textOf(files, kept) }))
}

function textOf(files: Files, { change, folder }: Kept): string {
  const stages = change.stages.map(({ name }) => readArtifact(files, `${folder}/${name}.md`)?.text ?? '')
  return [change.description, ...stages].join('\n')
}

/** The change remembers what it was checked against, so that a later difference voids the check. */
export function record(
  call: Call,
  { change: { id } }: Pick<Kept, 'change'>,
  seen: Omit<ContextCheck, 'at'>,
): Promise<void> {
  const at = new Date(call.clock.now()).toISOString()
  return call.store.transact(call, tx => {
    const active = find(tx, id)
    if (active.change.status !== 'active') return
    put(tx, { ...active, change: { ...active.change, context_check: { ...seen, at } } })
    tx.describe(`checked the context of the change ${id}`)
  })
}

function cut(text: string, level: 'summary' | 'standard' | 'full'): string {
  const most = level === 'full' ? Number.POSITIVE_INFINITY : 600
  return text.length <= most ? text : `${text.slice(0, most).trimEnd()} ... (${text.length - most} characters more)`
}
