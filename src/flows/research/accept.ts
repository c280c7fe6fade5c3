import { register } from '../../explorations/artifacts/artifact-files.ts'
import { nextSourceNumber } from '../../explorations/evidence/collect.ts'
import type { Source } from '../../explorations/evidence/model.ts'
import type { ProjectState } from '../../explorations/model.ts'
import { commitStep, guardContextOf, requireProject } from '../../explorations/record/engine.ts'
import { type LoadedProject, PROJECT } from '../../explorations/record/project-files.ts'
import { currentState, mapTasks } from '../../explorations/record/project-parts.ts'
import { viewProject } from '../../explorations/show/view-project.ts'
import { findTask } from '../../explorations/tasks/find-task.ts'
import { changed } from '../../explorations/tasks/task-rules.ts'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { revisionOf } from '../../store/files/files.ts'
import { entryWithId } from '../../store/journal/log.ts'
import type { Transaction } from '../../store/journal/transaction.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import * as contracts from './contracts.ts'
import { proposedIn, type ResearchProposal, readProposal } from './proposals.ts'
import type { ResearchResult } from './read-result.ts'
import { type ResearchRun, researchRuns } from './runs.ts'

export const accept = implement(() => contracts.accept, {
  async possible(call, { task, run }) {
    if (!isRetry(call)) await readyProposal(call, task, run)
  },
  async run(call, { task, run }) {
    const found = await readyProposal(call, task, run)
    const { view, result } = found.proposal
    const held =
      result === undefined ? requireProject(call, filesOf(call)) : await takeOver(call, { ...found, result, id: task })
    // What it made is in the project now; its worktree is not needed any more.
    if (view.standing === 'ready') await call.perform('agent.discard', { id: view.run }, `${call.operationId}-discard`)
    const project = viewProject(held, guardContextOf(call, held, filesOf(call)))
    return { accepted: { ...view, standing: 'accepted' as const }, project }
  },
  render: ({ accepted: { task, name, outcome, findings, sources }, project }) =>
    [
      `**${task} ${name}**${outcome === undefined ? '' : `: ${outcome}`}`,
      '',
      ...findings.map(({ path }) => `- ${path}`),
      `- ${sources.length === 1 ? '1 source' : `${sources.length} sources`} taken over`,
      '',
      `Next: \`${project.next.command}\``,
    ].join('\n'),
})

function isRetry({ store, operationId }: Call): boolean {
  return entryWithId(store.state, operationId) !== undefined
}

interface AcceptableResearch extends ResearchRun {
  readonly proposal: ResearchProposal
}

async function readyProposal(call: Call, task: string, wanted: string | undefined): Promise<AcceptableResearch> {
  await call.store.settled()
  const held = requireProject(call, filesOf(call))
  findTask(held.state, task)
  const found = (await researchRuns(call, held.state.project.name)).find(each => each.task === task)
  if (found === undefined)
    throw refuse('not_found', `No agent was started on ${task}.`, { target: task, fix: shell`furrow explore research` })
  if (wanted !== undefined && found.run.id !== wanted)
    throw refuse('conflict', `The proposal for ${task} is now that of the run ${found.run.id}; look again.`, {
      target: 'run',
      fix: shell`furrow explore proposals ${task}`,
    })
  const proposal = await readProposal(call, found)
  const { standing, run_status } = proposal.view
  if (standing === 'ready' || (standing === 'accepted' && isRetry(call))) return { ...found, proposal }
  const why = standing === 'running' ? `is still ${run_status}` : WHY_NOT[standing]
  throw refuse('invalid_state', `The run ${found.run.id} for ${task} ${why}.`, {
    target: task,
    fix: shell`furrow explore proposals ${task}`,
  })
}

const WHY_NOT = {
  ready: 'is ready',
  empty: 'proposes nothing',
  accepted: 'was accepted already',
  discarded: 'was discarded',
} as const

interface ResearchAcceptance extends AcceptableResearch {
  readonly id: string
  readonly result: ResearchResult
}

/** Findings, sources and conclusion come in one commit; ids of sources are given anew, in the texts too. */
async function takeOver(call: Call, { id, run, result }: ResearchAcceptance): Promise<LoadedProject> {
  const { topic, sources } = proposedIn(result, id)
  return commitStep(call, { command: 'accept', ability: 'task.update' }, ({ held: { type, state }, tx, at }) => {
    const numbered = numberSources(state, sources)
    const cited = sources.map(source =>
      keepSource(source, { id: numbered.get(source.id) ?? source.id, task: id, result, tx }),
    )
    const texts = [...result.files].filter(([path]) => !path.startsWith('sources/'))
    for (const [path, bytes] of texts) keepFile(tx, path, { bytes: renumbered(path, bytes, numbered), result })
    const { adds = [] } = currentState(type, state)
    const registered = texts.reduce((now, [path]) => register(now, type, { path, at, kind: adds[0] }), {
      ...state,
      ...(cited.length > 0 && { sources: [...(state.sources ?? []), ...cited] }),
    })
    const taken = {
      refs: texts.map(([path]) => path),
      meta: { research_run: run.id },
      sources: cited.map(source => source.id),
      outcome: renumberedText(topic?.outcome, numbered),
      confidence: topic?.confidence,
      would_change: renumberedText(topic?.would_change, numbered),
      ...(topic?.status === 'completed' && { status: topic.status }),
    }
    const next = mapTasks(registered, task => (task.id === id ? changed(task, taken, at) : task))
    const last = nextSourceNumber('s', [...numbered.values()]) - 1
    return {
      state: { ...next, ...(last > 0 && { last_source_id: Math.max(last, state.last_source_id ?? 0) }) },
      summary: `${id} accepted from the run ${run.id} of ${run.agent.name}`,
    }
  })
}

/** Others cited meanwhile, so the numbers of an agent's own worktree are taken. */
function numberSources(state: ProjectState, sources: readonly Source[]): Map<string, string> {
  const taken = (state.sources ?? []).map(({ id }) => id)
  const first = Math.max(nextSourceNumber('s', taken), (state.last_source_id ?? 0) + 1)
  return new Map(sources.map(({ id }, index) => [id, `s${first + index}`]))
}

interface SourceKeeping {
  readonly id: string
  readonly task: string
  readonly result: ResearchResult
  readonly tx: Transaction
}

function keepSource(source: Source, { id, task, result, tx }: SourceKeeping): Source {
  const { copy, ...rest } = source
  const bytes = copy === undefined ? undefined : result.files.get(copy)
  if (bytes === undefined) return { ...rest, id, task }
  const file = `sources/${id}.txt`
  tx.read(`${PROJECT}/${file}`)
  tx.write(`${PROJECT}/${file}`, bytes)
  return { ...rest, id, task, copy: file }
}

/** A file that the person changed since the agent began is not overwritten. */
function keepFile(tx: Transaction, path: string, { bytes, result }: { bytes: Buffer; result: ResearchResult }): void {
  const file = `${PROJECT}/${path}`
  const there = tx.read(file)?.bytes
  if (there?.equals(bytes) === true) return
  const before = result.before.get(path)
  if (there !== undefined && (before === undefined || revisionOf(there) !== revisionOf(before)))
    throw refuse('conflict', `${file} has changed since the agent began; nothing was taken over.`, {
      target: path,
      fix: shell`furrow explore proposals`,
    })
  tx.write(file, bytes)
}

function renumbered(path: string, bytes: Buffer, ids: ReadonlyMap<string, string>): Buffer {
  if (!/\.(?:md|markdown|txt)$/i.test(path)) return bytes
  return Buffer.from(renumberedText(bytes.toString('utf8'), ids))
}

function renumberedText<T extends string | undefined>(text: T, ids: ReadonlyMap<string, string>): T {
  return text?.replace(/\[(s\d+)\]/g, (whole, id: string) => (ids.has(id) ? `[${ids.get(id)}]` : whole)) as T
}
