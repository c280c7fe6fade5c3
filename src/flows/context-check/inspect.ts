import { adrDirectory } from '../../changes/adr/directory.ts'
import {
  type ArtifactPassage,
  matchingSections,
  rarityOf,
  readArtifact,
  specArtifacts,
} from '../../changes/context/artifacts.ts'
import { type Conflict, conflictsOf, type OpenChange } from '../../changes/context/conflicts.ts'
import type { ContextCheck, ContextPointers } from '../../changes/model.ts'
import { readCatalog } from '../../changes/record/catalog.ts'
import type { ChangeFiles, Files } from '../../changes/record/change-files.ts'
import { type ChangeSummary, isCancelled } from '../../changes/record/row.ts'
import { searchMemory } from '../../memory/open.ts'
import { projectIn } from '../../memory/projects/identity.ts'
import type { DetailLevel } from '../../memory/text/budget.ts'
import type { OutputOf } from '../../operation/contract.ts'
import { isRefused } from '../../operation/errors.ts'
import { parseQuery } from '../../search/query.ts'
import { termsOf } from '../../search/words/tokenize.ts'
import { smellsIn } from '../../specs/lint/smells.ts'
import type { Call } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import type { check } from './contracts.ts'
import { conventionFiles } from './conventions.ts'

type UnfittedReport = Omit<OutputOf<typeof check>, 'next' | 'left_out'>

/** What is looked for: a change that exists or is about to. */
interface CheckedChange {
  readonly id: string | undefined
  readonly description: string
  /** Everything that the change says so far; ids and files in it may be shared with other work. */
  readonly text: string
}

interface Inspection {
  readonly report: UnfittedReport
  /** What the change remembers of the check. */
  readonly seen: Omit<ContextCheck, 'at'>
}

const MOST_PASSAGES = 12
const MOST_PRIOR = 10
const MOST_EXPLORATIONS = 5

export async function inspectContext(
  call: Call,
  { id, description, text }: CheckedChange,
  { level, project_name }: { level: DetailLevel; project_name?: string | undefined },
): Promise<Inspection> {
  const files = filesOf(call)
  const shelf = readCatalog(call, { history: true })
  const terms = new Set(parseQuery(description).terms.filter(term => !COMMON_WORDS.has(term)))
  const artifacts = specArtifacts(files, adrDirectory(call))
  const passages = matchingSections(artifacts, terms, termsOf).slice(0, MOST_PASSAGES)
  const others = shelf.kept.filter(({ change }) => change.id !== id)
  const conflicts = conflictsOf(text, openWork(files, others))
  const { explorations, memory } = await recall(call, { description, project_name, level, isTelling: terms.size > 0 })
  const prior = priorChanges(shelf.closed, terms)
  const conventions = artifacts.length > 0 ? [] : conventionFiles(call.workspace.root, level)
  const found = pointersOf({ passages, prior, explorations, conventions, conflicts })
  return {
    seen: {
      description,
      artifacts: Object.fromEntries(artifacts.map(({ path, revision }) => [path, revision])),
      conflicts: conflicts.map(({ shared }) => shared),
      found,
    },
    report: {
      ...(id !== undefined && { change: id }),
      description,
      artifacts: artifacts.map(({ path, bytes }) => ({ path, bytes })),
      passages: passages.map(({ weight: _, ...passage }) => ({ ...passage, text: cut(passage.text, level) })),
      prior,
      explorations,
      memory,
      conventions,
      conflicts: conflicts.map(conflict => ({ shared: conflict.shared, with: [...conflict.with] })),
      smells: smellsIn(description).map(({ kind, words, says }) => ({ kind, words: [...words], says })),
    },
  }
}

/** Words that descriptions of changes share whatever they are about. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  termsOf(`add added adding allow allows broken bug bugs change changed changes cleanup create creates enhance
    enhancement ensure error errors feature features fix fixed fixes fixing handle handles implement implements improve
    improved improves issue issues make makes new problem problems refactor refactors remove removed removes rename
    rework support supports update updated updates work works wrong`),
)

/** The report without its texts, as the change keeps it. */
function pointersOf(report: Pick<UnfittedReport, 'explorations' | 'prior' | 'conventions'> & Matches): ContextPointers {
  return {
    passages: report.passages.map(({ path, heading, from, to }) => ({ path, heading, from, to })),
    prior: report.prior.map(({ id }) => id),
    explorations: report.explorations.map(({ id, title }) => ({ id, title })),
    conventions: report.conventions.map(({ path }) => path),
    conflicts: report.conflicts.map(conflict => ({ shared: conflict.shared, with: [...conflict.with] })),
  }
}

interface Matches {
  readonly passages: readonly ArtifactPassage[]
  readonly conflicts: readonly Conflict[]
}

/** Completed work that shares words with the description, the rarest words weighing most. */
function priorChanges(changes: readonly ChangeSummary[], terms: ReadonlySet<string>) {
  const done = changes.filter(change => !isCancelled(change))
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

interface Recall {
  readonly description: string
  readonly project_name: string | undefined
  readonly level: DetailLevel
  /** The description says more than that something is fixed or added. */
  readonly isTelling: boolean
}

async function recall(call: Call, { description, project_name, level, isTelling }: Recall) {
  try {
    const { names } = await projectIn(call, project_name, { tells: false })
    const filter = { type: 'explore', projects: names }
    const { hits } = await searchMemory(call, {
      query: description,
      filter,
      looking: { limit: MOST_EXPLORATIONS, offset: 0 },
    })
    const explorations = hits.map(({ observation: { id, title }, passage }) => ({
      id,
      title,
      passage: cut(passage, level),
    }))
    return { explorations: isTelling ? explorations : [], memory: 'available' }
  } catch (error) {
    if (!isRefused(error)) throw error
    return { explorations: [], memory: error.message }
  }
}

function openWork(files: Files, others: readonly ChangeFiles[]): OpenChange[] {
  return others.map(kept => ({ id: kept.change.id, text: changeTextOf(files, kept) }))
}

export function changeTextOf(files: Files, { change, folder }: ChangeFiles): string {
  const stages = change.stages.map(({ name }) => readArtifact(files, `${folder}/${name}.md`)?.text ?? '')
  return [change.description, ...stages].join('\n')
}

/** At a glance, at some length, or whole; a cut is marked. */
function cut(text: string, level: DetailLevel): string {
  const most = { summary: 0, standard: 600, full: Number.POSITIVE_INFINITY }[level]
  if (text.length <= most) return text
  return most === 0 ? '' : `${text.slice(0, most).trimEnd()} ... (${text.length - most} characters more)`
}
