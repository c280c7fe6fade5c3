import { isRefused } from '../../operation/errors.ts'
import { takeFields } from '../../search/query.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { readableConfig } from '../../workspace/config/read-config.ts'
import { missingRecord } from '../missing.ts'
import type { ObservationView } from '../model.ts'
import { memoryIn, searchMemory } from '../open.ts'
import { type Memory, type RecordFilter, type SavedPrompt, SCOPES, type Session, type WeightedVector } from '../port.ts'
import { type ProjectHere, projectIn } from '../projects/identity.ts'
import { excerpt, withinBudget } from '../text/budget.ts'
import { nameIn } from '../vectors/names.ts'
import { isoTime, messageOf, recordFooter, renderObservation, viewMemoryProject } from '../view-record.ts'
import * as contracts from './contracts.ts'
import { viewAllMarked, viewMarked } from './marked.ts'

export const search = implement(() => contracts.search, {
  async run(call, input) {
    const memory = memoryIn(call)
    const { words, scoping } = readQuery(input)
    const project = await projectIn(call, scoping.project, { onlyShows: true })
    const offset = Number(input.cursor ?? 0)
    const { limit, complete } = input
    const { meaning, notices } = await meaningOf(call, words)
    const filter = filterOf(project, scoping)
    const found = await searchMemory(call, { query: words, filter, looking: { limit, offset, complete, meaning } })
    const abstains = words !== '' && offset === 0 && !complete && meaning === undefined && !found.hits.some(fits)
    const hits = abstains ? [] : found.hits
    const views = await viewAllMarked(
      call,
      hits.map(({ observation }) => observation),
      input.detail_level,
    )
    const shown = hits.map(({ reasons, passage }, index) => {
      const { marks = [], ...view } = views[index] as ObservationView
      return { ...view, reasons: [...reasons], passage: input.detail_level === 'summary' ? '' : passage, marks }
    })
    const { items, left_out, tokens } = withinBudget(shown, { max: input.max_tokens, textOf: hit => renderHit(hit) })
    const next = !abstains && (found.more || left_out > 0) ? String(offset + items.length) : undefined
    const leftOut = shown[items.length]
    await memory.noteFound(items.flatMap(({ id }, index) => (hits.slice(index, index + 1).some(fits) ? [id] : [])))
    return {
      hits: [...items],
      misfits: abstains ? found.hits.length : 0,
      ...(items.length === 0 && { ...(await coverageOf(memory, filter)) }),
      ...(leftOut !== undefined && { next_id: leftOut.id }),
      searched_projects: scoping.all_projects ? ('all' as const) : ('one' as const),
      project: viewMemoryProject(project),
      near_projects: shown.length === 0 && !scoping.all_projects ? await memory.projectsLike(project.name) : [],
      left_out,
      tokens,
      notices,
      ...(next !== undefined && { next }),
    }
  },
  render({
    hits,
    near_projects,
    project,
    notices,
    searched = 0,
    elsewhere = 0,
    searched_projects,
    misfits,
    next_id,
    ...rest
  }) {
    const said = [...messageOf(project), ...notices]
    if (hits.length > 0) return [...said, ...hits.map(renderHit), recordFooter(rest).join(' ')].join('\n\n')
    if (next_id !== undefined) return [...said, sayTooSmall(rest.left_out, next_id)].join('\n')
    const near =
      near_projects.length === 0 ? [] : [`Projects with similar names hold records: ${near_projects.join(', ')}.`]
    const wider = searched_projects === 'all' || elsewhere === 0 ? [] : ['Try `--all-projects`.']
    const place = searched_projects === 'all' ? ALL : project.name
    return [...said, sayNothing(place, searched, misfits), ...near, ...wider].join('\n')
  },
})

/** A record that holds less than this share of a question is no answer to it: measured, fewer than 1 in 100 answers do. */
const LEAST_COVERAGE = 0.2

function fits({ coverage }: { readonly coverage: number }): boolean {
  return coverage >= LEAST_COVERAGE
}

const ALL = 'all projects'

function sayTooSmall(left_out: number, first: number): string {
  const matches = left_out === 1 ? '1 record matches' : `${left_out} records match`
  return `${matches}, but the budget is too small to show any. Without \`--max-tokens\` all are shown; the best is \`${shell`furrow memory get ${first}`}\`.`
}

/** How many records there are, whatever the question narrows, here and in other projects. */
async function coverageOf(memory: Memory, { projects }: RecordFilter) {
  const searched = await memory.count({ projects })
  return { searched, elsewhere: (await memory.count({})) - searched }
}

function sayNothing(project: string, searched: number, misfits: number): string {
  if (searched === 0) return project === ALL ? 'There are no records yet.' : `${project} holds no records.`
  const among = searched === 1 ? 'the 1 record' : `the ${searched} records`
  if (misfits === 0) return `Nothing matches among ${among} of ${project}.`
  const weak = misfits === 1 ? '1 shares a word with it' : `${misfits} share a word with it`
  return `Nothing fits the question among ${among} of ${project}; ${weak}: \`--complete\` shows them.`
}

/** What the provider of vectors makes of the words; where it cannot be asked, words alone find, and that is said. */
async function meaningOf(call: Call, words: string): Promise<{ meaning?: WeightedVector; notices: string[] }> {
  if (words === '' || nameIn(readableConfig(call).config) === 'off') return { notices: [] }
  try {
    const { providerIn } = await import('../vectors/provider.ts')
    const provider = providerIn(call)
    const [vector] = (await provider?.embedder.embed([words], call.signal)) ?? []
    if (provider === undefined || vector === undefined)
      return { notices: ['There are no vectors yet: `furrow memory vectors` makes them.'] }
    const { embedder, name: _, ...weights } = provider
    return { meaning: { maker: embedder.name, vector, ...weights }, notices: [] }
  } catch (error) {
    if (!isRefused(error)) throw error
    return { notices: [`Found by words alone. ${error.message}`] }
  }
}

export const context = implement(() => contracts.context, {
  async run(call, input) {
    const memory = memoryIn(call)
    const project = await projectIn(call, input.project, { onlyShows: true })
    const projects = [...project.names]
    const sessions = await memory.sessions({ projects }, { limit: 5, offset: 0 })
    const prompts = await memory.prompts({ projects }, { limit: 10, offset: 0 })
    const recent = await memory.recent(filterOf(project, { ...input, all_projects: false }), {
      limit: input.limit,
      offset: 0,
    })
    const records = await viewAllMarked(call, recent, input.detail_level)
    const parts: RecordPart[] = [
      ...sessions.map(session => ({ kind: 'session' as const, value: viewSession(session) })),
      ...records.map(value => ({ kind: 'record' as const, value })),
      ...prompts.map(prompt => ({ kind: 'prompt' as const, value: viewPrompt(prompt) })),
    ]
    const { items, left_out, tokens } = withinBudget(parts, { max: input.max_tokens, textOf: renderPart })
    return {
      project: viewMemoryProject(project),
      sessions: items.flatMap(part => (part.kind === 'session' ? [part.value] : [])),
      prompts: items.flatMap(part => (part.kind === 'prompt' ? [part.value] : [])),
      observations: items.flatMap(part => (part.kind === 'record' ? [part.value] : [])),
      left_out,
      tokens,
    }
  },
  render: ({ project, sessions, prompts, observations, ...rest }) =>
    [
      `# ${project.name}`,
      ...messageOf(project),
      ...section('Sessions', sessions.map(renderSession)),
      ...section('Prompts', prompts.map(renderPrompt)),
      ...section('Records', observations.map(renderObservation)),
      recordFooter(rest).join(' '),
    ].join('\n\n'),
})

type RecordPart =
  | { readonly kind: 'session'; readonly value: ReturnType<typeof viewSession> }
  | { readonly kind: 'record'; readonly value: ObservationView }
  | { readonly kind: 'prompt'; readonly value: ReturnType<typeof viewPrompt> }

function viewSession({ id, started_at, ended_at, summary }: Session) {
  return {
    id,
    started_at: isoTime(started_at),
    ...(ended_at !== undefined && { ended_at: isoTime(ended_at) }),
    ...(summary !== undefined && { summary }),
  }
}

function viewPrompt({ id, content, at }: SavedPrompt) {
  return { id, content: excerpt(content, 'standard'), at: isoTime(at) }
}

function renderPart(part: RecordPart): string {
  if (part.kind === 'session') return renderSession(part.value)
  return part.kind === 'prompt' ? renderPrompt(part.value) : renderObservation(part.value)
}

function renderSession({
  id,
  started_at,
  summary,
}: {
  readonly id: string
  readonly started_at: string
  readonly summary?: string | undefined
}): string {
  return `- ${started_at.slice(0, 16)} ${id}${summary === undefined ? '' : `: ${summary}`}`
}

function renderPrompt({ content }: { readonly content: string }): string {
  return `- ${content}`
}

export const timeline = implement(() => contracts.timeline, {
  async run(call, { observation_id: id, before, after, detail_level, max_tokens }) {
    const memory = memoryIn(call)
    if ((await memory.get(id)) === undefined) return missingRecord(memory, id)
    const around = await memory.neighbours(id, { before, after })
    const shown = await Promise.all(
      around.map(observation => viewMarked(call, observation, observation.id === id ? 'full' : detail_level)),
    )
    const at = shown.findIndex(observation => observation.id === id)
    const byNearness = shown
      .map((observation, index) => ({ observation, index }))
      .sort((a, b) => Math.abs(a.index - at) - Math.abs(b.index - at))
    const { items, left_out, tokens } = withinBudget(byNearness, {
      max: max_tokens,
      textOf: ({ observation }) => renderObservation(observation),
    })
    const inOrder = [...items].sort((a, b) => a.index - b.index).map(({ observation }) => observation)
    return { focus: id, observations: inOrder, left_out, tokens }
  },
  render: ({ focus, observations, ...rest }) =>
    [
      ...observations.map(observation =>
        observation.id === focus ? `>>> ${renderObservation(observation)}` : renderObservation(observation),
      ),
      recordFooter(rest).join(' '),
    ].join('\n\n'),
})

const FIELDS = ['type', 'project', 'scope', 'namespace', 'topic', 'session'] as const

/** `type:decision` in a query is the same as the parameter; one that was given beside it wins. */
function readQuery({ query, ...input }: Scoping & { readonly query: string }): { words: string; scoping: Scoping } {
  const { words, fields } = takeFields(query, FIELDS)
  const scope = SCOPES.find(known => known === fields.scope?.toLowerCase())
  return {
    words: scope === undefined && fields.scope !== undefined ? `${words} ${fields.scope}` : words,
    scoping: {
      type: input.type ?? fields.type,
      project: input.project ?? fields.project,
      scope: input.scope ?? scope,
      namespace: input.namespace ?? fields.namespace,
      topic: fields.topic?.toLowerCase(),
      session: fields.session,
      all_projects: input.all_projects,
    },
  }
}

interface Scoping {
  readonly type?: string | undefined
  readonly topic?: string | undefined
  readonly session?: string | undefined
  readonly project?: string | undefined
  readonly scope?: RecordFilter['scope']
  readonly namespace?: string | undefined
  readonly all_projects: boolean
}

/** Without a word about it, only this project's records count, and the person's own. */
function filterOf(
  { names }: ProjectHere,
  { all_projects, type, scope, namespace, topic, session }: Omit<Scoping, 'project'>,
): RecordFilter {
  return { type, scope, namespace, topic, session, ...(!all_projects && { projects: names }) }
}

function renderHit(
  hit: Parameters<typeof renderObservation>[0] & {
    reasons: readonly string[]
    passage: string
    marks: readonly string[]
  },
): string {
  const { content: _, ...head } = hit
  return [
    renderObservation(head),
    ...(hit.passage === '' ? [] : ['', hit.passage]),
    `  why: ${hit.reasons.length === 0 ? 'it fits the filter' : hit.reasons.join('; ')}`,
  ].join('\n')
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}\n${lines.join('\n')}`]
}
