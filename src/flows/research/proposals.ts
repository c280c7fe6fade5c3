import { locateSource } from '../../explorations/evidence/locate.ts'
import type { Source } from '../../explorations/evidence/model.ts'
import { type EvidenceAccess, sourceStandingOf, viewSource } from '../../explorations/evidence/standing.ts'
import type { ProjectState, ProjectTask } from '../../explorations/model.ts'
import { guardContextOf, requireProject } from '../../explorations/record/engine.ts'
import { topicsOf } from '../../explorations/record/project-parts.ts'
import { isRefused } from '../../operation/errors.ts'
import { isOver } from '../../runs/model.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import * as contracts from './contracts.ts'
import type { ProposalView } from './model.ts'
import { type ResearchResult, readResult } from './read-result.ts'
import { type ResearchRun, researchRuns } from './runs.ts'

export const proposals = implement(() => contracts.proposals, {
  async run(call, { task }) {
    await call.store.settled()
    const held = requireProject(call, filesOf(call))
    const runs = await researchRuns(call, held.state.project.name)
    const rows: ProposalView[] = []
    for (const each of runs)
      if (task === undefined || each.task === task) rows.push((await readProposal(call, each)).view)
    return { name: held.state.project.name, proposals: rows }
  },
  render: ({ proposals: rows }) =>
    rows.length === 0
      ? 'No agent was started on a topic. `furrow explore research`'
      : rows.map(proposalText).join('\n\n'),
})

/** Proposals that wait for a person, of topics that are still open. */
export async function readyProposals(call: Call): Promise<ProposalView[]> {
  const held = requireProject(call, filesOf(call))
  const open = topicsOf(held.type, held.state).filter(({ status }) => status === 'pending' || status === 'in_progress')
  const ready: ProposalView[] = []
  for (const each of await researchRuns(call, held.state.project.name)) {
    if (!open.some(({ id }) => id === each.task)) continue
    const { view } = await readProposal(call, each)
    if (view.standing === 'ready') ready.push(view)
  }
  return ready
}

export interface ResearchProposal {
  readonly view: ProposalView
  readonly result?: ResearchResult
}

/** What one agent proposes for its topic, looked at from the person's worktree. */
export async function readProposal(call: Call, { task: id, run }: ResearchRun): Promise<ResearchProposal> {
  const held = requireProject(call, filesOf(call))
  const topic = topicsOf(held.type, held.state).find(each => each.id === id)
  const facts = {
    task: id,
    name: topic?.name ?? run.label,
    run: run.id,
    agent: run.agent.name,
    run_status: run.status,
    sources: [],
    findings: [],
    warnings: [],
  }
  if (topic?.metadata?.['research_run'] === run.id) return { view: { ...facts, standing: 'accepted' } }
  if (!isOver(run)) return { view: { ...facts, standing: 'running' } }
  if (run.agent.changes === 'discarded') return { view: { ...facts, standing: 'discarded' } }
  if (run.agent.changes !== 'open') return { view: { ...facts, standing: 'empty' } }
  const result = await readResult(call, run)
  const proposed = proposedIn(result, id)
  const { look } = guardContextOf(call, held, filesOf(call))
  const view = viewProposal(facts, { result, proposed, look })
  return { view, result }
}

export interface Proposed {
  readonly topic: ProjectTask | undefined
  /** What was cited since the run began. */
  readonly sources: readonly Source[]
}

export function proposedIn({ base, theirs }: ResearchResult, id: string): Proposed {
  const known = new Set((base?.sources ?? []).map(each => each.id))
  const sources = (theirs?.sources ?? []).filter(each => !known.has(each.id) && isReadable(each))
  return { topic: theirs === undefined ? undefined : taskIn(theirs, id), sources }
}

function taskIn({ phases }: ProjectState, id: string): ProjectTask | undefined {
  return Object.values(phases)
    .flatMap(({ tasks }) => tasks)
    .find(task => task.id === id)
}

function isReadable({ source }: Source): boolean {
  try {
    locateSource(source)
    return true
  } catch (error) {
    if (!isRefused(error)) throw error
    return false
  }
}

const LONGEST_SHOWN = 40_000

type ProposalSummary = Omit<ProposalView, 'standing'>

interface ProposalFacts {
  readonly result: ResearchResult
  readonly proposed: Proposed
  readonly look: EvidenceAccess
}

function viewProposal(
  facts: ProposalSummary,
  { result, proposed: { topic, sources }, look }: ProposalFacts,
): ProposalView {
  const texts = [...result.files].filter(([path]) => !path.startsWith('sources/'))
  // The copy that an agent kept is in its own worktree until it is taken over.
  const theirLook: EvidenceAccess = { ...look, keptOf: path => result.files.get(path) }
  const views = sources.map(source => viewSource(source, sourceStandingOf(source, theirLook)))
  const lost = views.filter(({ standing }) => standing === 'changed' || standing === 'gone')
  const { outcome, confidence, would_change } = topic ?? {}
  const isEmpty = texts.length === 0 && outcome === undefined && sources.length === 0
  return {
    ...facts,
    standing: isEmpty ? 'empty' : 'ready',
    ...(outcome !== undefined && { outcome }),
    ...(confidence !== undefined && { confidence }),
    ...(would_change !== undefined && { would_change }),
    sources: views,
    findings: texts.map(([path, bytes]) => ({ path, content: bytes.toString('utf8').slice(0, LONGEST_SHOWN) })),
    warnings: [
      ...(outcome === undefined ? ['It says no outcome.'] : []),
      ...(sources.length === 0 ? ['It cites no source.'] : []),
      ...lost.map(({ id, source, says = 'it does not hold' }) => `${id} (${source}): ${says}`),
      ...(result.theirs === undefined ? ['Its state file cannot be read, so only its files are proposed.'] : []),
      ...(result.outside.length === 0
        ? []
        : [`It also changed ${result.outside.slice(0, 5).join(', ')}, which is not taken over.`]),
    ],
  }
}

function proposalText(proposal: ProposalView): string {
  const { task, name, run, agent, run_status, standing, outcome, confidence, would_change } = proposal
  const { sources, findings, warnings } = proposal
  const ready = standing === 'ready'
  return [
    `## ${task} ${name} (${standing})`,
    '',
    `- run ${run} of ${agent}, ${run_status}`,
    ...(outcome === undefined ? [] : [`- outcome: ${outcome.replace(/\s+/g, ' ')}`]),
    ...(confidence === undefined ? [] : [`- confidence: ${confidence}`]),
    ...(would_change === undefined ? [] : [`- would change it: ${would_change.replace(/\s+/g, ' ')}`]),
    ...sources.map(({ id, source, standing: is }) => `- [${id}] ${source} (${is})`),
    ...warnings.map(line => `- Note: ${line}`),
    ...findings.flatMap(({ path, content }) => ['', `**${path}**`, '', content.trimEnd()]),
    ...(ready ? ['', `Take it over: \`${shell`furrow explore accept ${task}`}\``] : []),
    ...(ready ? [`Leave it: \`${shell`furrow runs discard ${run}`}\``] : []),
  ].join('\n')
}
