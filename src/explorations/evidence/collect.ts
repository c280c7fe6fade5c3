import type { ProjectState, ProjectTask } from '../model.ts'
import { artifactKindOf, artifactsOf, needsApproval, topicsOf } from '../record/project-parts.ts'
import type { ProjectType } from '../types/model.ts'
import { citedIn, claimsIn, type KnownSources, NO_SOURCE, type Stating } from './claims.ts'
import { locateSource } from './locate.ts'
import type { ClaimView, ConclusionView, EvidenceView, Source } from './model.ts'
import { type EvidenceAccess, type SourceStanding, sourceStandingOf, viewInput, viewSource } from './standing.ts'

interface Collecting {
  readonly type: ProjectType
  readonly state: ProjectState
  readonly look: EvidenceAccess
  /** What was found out about sources that had to be waited for. */
  readonly waited?: ReadonlyMap<string, SourceStanding>
}

/** All that backs a project, and what is not backed. */
export function collectEvidence({ type, state, look, waited }: Collecting): EvidenceView {
  const sources = (state.sources ?? []).map(source =>
    viewSource(source, waited?.get(source.id) ?? sourceStandingOf(source, look)),
  )
  const known = knownIn(type, state)
  const conclusions = conclusionsOf(type, state)
  return {
    sources,
    conclusions,
    claims: [
      ...conclusions.flatMap(conclusion => claimOf(conclusion, known)),
      ...documentsOf(type, state, look).flatMap(document => claimsIn(document, known)),
    ].filter(({ problem }) => type.evidence === true || problem !== NO_SOURCE),
    inputs: (state.inputs ?? []).map(input => viewInput(input, look)),
  }
}

function knownIn(type: ProjectType, state: ProjectState): KnownSources {
  const findings = artifactsOf(state).filter(artifact => !needsApproval(type, artifactKindOf(type, state, artifact)))
  return {
    sources: new Set((state.sources ?? []).map(({ id }) => id)),
    findings: new Set(findings.map(({ path }) => path)),
  }
}

/** The outcomes of topics, and what was concluded across them. */
function conclusionsOf(type: ProjectType, state: ProjectState): ConclusionView[] {
  const own = (state.conclusions ?? []).map(each => concluded(each, each.sources ?? []))
  const topics = topicsOf(type, state).flatMap(({ id, outcome, status, ...rest }) =>
    outcome === undefined || status === 'abandoned' || !isConclusion(type, rest)
      ? []
      : [concluded({ id, text: outcome, ...rest }, sourcesOf(state, id, rest.sources))],
  )
  return [...topics, ...own]
}

/** The outcome of research; elsewhere only one that says how sure it is, or what it goes by. */
function isConclusion({ evidence }: ProjectType, { confidence, sources }: Pick<ProjectTask, 'confidence' | 'sources'>) {
  return evidence === true || confidence !== undefined || (sources ?? []).length > 0
}

/** What a topic was cited for, and what its outcome names. */
function sourcesOf({ sources = [] }: ProjectState, task: string, named: readonly string[] | null | undefined) {
  return [...new Set([...(named ?? []), ...sources.filter(each => each.task === task).map(({ id }) => id)])]
}

type Concluding = Pick<ConclusionView, 'id' | 'text'> & {
  readonly confidence?: ConclusionView['confidence'] | undefined
  readonly would_change?: string | undefined
}

function concluded({ id, text, confidence, would_change }: Concluding, sources: readonly string[]): ConclusionView {
  return {
    id,
    text,
    ...(confidence !== undefined && { confidence }),
    ...(would_change !== undefined && { would_change }),
    sources: [...new Set([...sources, ...citedIn(text)])],
    lacks: [
      ...(confidence === undefined ? ['does not say how sure it is'] : []),
      ...(would_change === undefined ? ['does not say what would change it'] : []),
    ],
  }
}

function claimOf({ id, text, sources }: ConclusionView, { sources: known }: KnownSources): ClaimView[] {
  const lost = sources.filter(each => !known.has(each))
  if (lost.length > 0) return [{ where: id, text, problem: `cites ${lost.join(', ')}, which is unknown` }]
  return sources.length > 0 ? [] : [{ where: id, text, problem: NO_SOURCE }]
}

function documentsOf(type: ProjectType, state: ProjectState, look: EvidenceAccess): Stating[] {
  return artifactsOf(state).flatMap(artifact => {
    const bytes = /\.(?:md|markdown)$/i.test(artifact.path) ? look.keptOf(artifact.path) : undefined
    if (bytes === undefined) return []
    const isFinding = !needsApproval(type, artifactKindOf(type, state, artifact))
    return [{ path: artifact.path, text: Buffer.from(bytes).toString('utf8'), isFinding }]
  })
}

/** What is better known before somebody approves anything; it stops nobody. */
export function evidenceWarnings({ sources, conclusions, claims }: EvidenceView): string[] {
  const lost = sources.filter(({ standing }) => standing === 'changed' || standing === 'gone')
  const unsure = conclusions.filter(({ lacks }) => lacks.length > 0).map(({ id }) => id)
  const also = '`furrow explore check` lists them.'
  return [
    ...(lost.length === 0
      ? []
      : [
          `${counted(lost.length, 'source no longer says', 'sources no longer say')} what was cited: ${listed(lost.map(({ id }) => id))}.`,
        ]),
    ...(claims.length === 0
      ? []
      : [`${counted(claims.length, 'claim has', 'claims have')} no source (${whereOf(claims)}). ${also}`]),
    ...(unsure.length === 0 ? [] : [unsureLine(unsure)]),
  ]
}

function unsureLine(ids: readonly string[]): string {
  const says = ids.length === 1 ? 'does not say how sure it is' : 'do not say how sure they are'
  return `${listed(ids)} ${says}, or what would change ${ids.length === 1 ? 'it' : 'them'}.`
}

function whereOf(claims: readonly ClaimView[]): string {
  return listed([...new Set(claims.map(({ where }) => where))])
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

const MOST_LISTED = 5

function listed(names: readonly string[]): string {
  const more = names.length - MOST_LISTED
  return [...names.slice(0, MOST_LISTED), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

/** The highest number in use among ids such as s1 or c1; numbers are not given twice while an id is still cited. */
export function nextSourceNumber(prefix: string, ids: readonly string[]): number {
  return (
    ids.reduce((highest, id) => {
      const [, number] = new RegExp(`^${prefix}(\\d+)$`).exec(id) ?? []
      return number === undefined ? highest : Math.max(highest, Number(number))
    }, 0) + 1
  )
}

/** A source as a line of a document's list of sources. */
export function sourceLine({
  id,
  kind,
  source,
  read_on,
  title,
  excerpt,
}: Pick<Source, 'id' | 'kind' | 'source' | 'read_on' | 'title' | 'excerpt'>): string {
  const named = title === undefined ? source : `${title} (${source})`
  const when = kind === 'web' && read_on !== undefined ? `, read on ${read_on}` : ''
  const quoted =
    excerpt === undefined || locateSource(source).kind === 'file' ? '' : `: “${excerpt.replace(/\s+/g, ' ')}”`
  return `- [${id}] ${named}${when}${quoted}`
}
