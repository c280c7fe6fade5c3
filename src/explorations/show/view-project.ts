import { viewReason } from '../../lifecycle/reason.ts'
import { revisionOf } from '../../store/files/files.ts'
import { documentsToBegin } from '../artifacts/to-begin.ts'
import { evidenceWarnings } from '../evidence/collect.ts'
import type {
  Artifact,
  ArtifactView,
  ProjectState,
  ProjectTask,
  ProjectView,
  TaskView,
  TransitionView,
} from '../model.ts'
import type { LoadedProject } from '../record/project-files.ts'
import {
  artifactKindOf,
  artifactsOf,
  currentState,
  isStep,
  iterationOf,
  needsApproval,
  phaseTasksOf,
  topicsOf,
} from '../record/project-parts.ts'
import { artifactStanding, type GuardContext, isNamed, unlinked, whyNotGuarded } from '../rules/guards.ts'
import { commandOf, transitionsFrom } from '../rules/ways.ts'
import { isOpenTask, unmetDependencies } from '../tasks/dependencies.ts'
import type { Transition } from '../types/model.ts'
import { nextProjectStep, onwardOf } from './next-of-project.ts'
import { typeWordsOf } from './words.ts'

/** A project as every door shows it. */
export function viewProject({ state, type, folder }: LoadedProject, sight: GuardContext): ProjectView {
  const { project, statechart } = state
  const here = currentState(type, state)
  const topics = topicsOf(type, state)
  const all = phaseTasksOf(state).map(({ phase, task }) => {
    const step = isStep(type, phase, task)
    return { step, view: viewTask(phase, task, step ? [] : topics) }
  })
  const transitions = transitionsFrom(type, state).map(way => viewTransition(way, sight))
  const artifacts = artifactsOf(state).map(artifact => viewArtifact(artifact, { state, type, folder }, sight))
  const { name, branch, description, created_at, updated_at } = project
  const problems = sight.problems()
  return {
    type: type.name,
    name,
    branch,
    description,
    state: statechart.current_state,
    title: here.title,
    purpose: here.purpose,
    ...(here.phase !== undefined && { phase: here.phase }),
    terminal: here.terminal === true,
    allows: [...(here.allows ?? [])],
    revision: state.revision ?? 0,
    created_at,
    updated_at,
    path: folder,
    phases: type.phases.flatMap(phase => viewPhase(phase, state)),
    tasks: all.flatMap(({ step, view }) => (step ? [] : [view])),
    steps: all.flatMap(({ step, view }) => (step ? [view] : [])),
    artifacts,
    notes: (state.notes ?? []).map(({ id, kind, text, at, by, resolved }) => ({
      id,
      kind,
      text,
      at,
      by,
      ...(resolved !== undefined && { answer: resolved.answer }),
    })),
    inputs: sight.evidence().inputs.map(({ path, standing }) => ({ path, standing })),
    iteration: iterationOf(state),
    feedback: (state.feedback ?? []).map(({ iteration, text, by, at, path }) => ({
      iteration,
      text,
      by,
      at,
      ...(path !== undefined && { path }),
    })),
    words: typeWordsOf(type),
    ...(type.dependencies !== undefined && { dependencies: type.dependencies }),
    adds: [...(here.adds ?? [])],
    ...materialKind(type, here.adds ?? []),
    to_begin: documentsToBegin({ type, state }, onwardOf(transitions)?.reasons ?? []),
    transitions,
    problems: problems.map(viewReason),
    warnings: warningsOf(sight, artifacts),
    next: nextProjectStep({ type, state, transitions, artifacts, folder, problems, hindrances: sight.hindrances() }),
  }
}

function materialKind(type: LoadedProject['type'], adds: readonly string[]): Pick<ProjectView, 'material_kind'> {
  const kind = adds.find(each => !needsApproval(type, each))
  return kind === undefined ? {} : { material_kind: kind }
}

function viewPhase(name: string, { phases }: ProjectState): ProjectView['phases'] {
  const phase = phases[name]
  if (phase === undefined) return []
  const { status, enabled, started_at, completed_at } = phase
  return [{ name, status, enabled, ...(started_at && { started_at }), ...(completed_at && { completed_at }) }]
}

/** `tasks` are those that it may depend on. */
export function viewTask(phase: string, task: ProjectTask, tasks: readonly ProjectTask[]): TaskView {
  const { id, name, status, refs, metadata, optional, sources, depends_on = [], iteration } = task
  const waiting = isOpenTask(task) ? unmetDependencies(task, tasks).map(each => each.id) : []
  const texts = ['question', 'scope', 'outcome', 'confidence', 'would_change', 'reason', 'action', 'result'] as const
  const times = ['created_at', 'started_at', 'updated_at', 'completed_at'] as const
  const given = [...texts, ...times].flatMap(key => (task[key] === undefined ? [] : [[key, task[key]] as const]))
  return {
    id,
    name,
    status,
    phase,
    refs,
    ...Object.fromEntries(given),
    ...(metadata !== undefined && { metadata: asTexts(metadata) }),
    ...(optional !== undefined && { optional }),
    ...(sources && sources.length > 0 && { sources: [...sources] }),
    ...(depends_on.length > 0 && { depends_on }),
    ...(waiting.length > 0 && { waits_for: waiting }),
    ...(iteration !== undefined && iteration > 1 && { iteration }),
  }
}

function asTexts(metadata: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}

export function viewArtifact(
  artifact: Artifact,
  { state, type, folder }: LoadedProject,
  sight: GuardContext,
): ArtifactView {
  const { path, approval, rejection } = artifact
  const kind = artifactKindOf(type, state, artifact)
  const bytes = sight.bytesOf(path)
  const abstract = bytes === undefined ? undefined : abstractOf(path, bytes)
  return {
    path,
    file: `${folder}/${path}`,
    kind,
    needs_approval: needsApproval(type, kind),
    standing: artifactStanding(sight, artifact),
    ...(type.kinds[kind]?.verdict === true && { verdict: true }),
    ...(bytes !== undefined && { revision: revisionOf(bytes) }),
    ...(abstract !== undefined && { abstract }),
    ...(approval !== undefined && { approval: approvalView(approval) }),
    ...(rejection !== undefined && {
      rejection: { by: rejection.by, at: rejection.at, ...(rejection.note !== undefined && { note: rejection.note }) },
    }),
    tasks: phaseTasksOf(state).flatMap(({ task }) => (task.refs.includes(path) ? [task.id] : [])),
  }
}

function approvalView({ by, at, content, note, delegated, verdict }: NonNullable<Artifact['approval']>) {
  return {
    by,
    at,
    content,
    ...(note !== undefined && { note }),
    ...(delegated !== undefined && { delegated }),
    ...(verdict !== undefined && { verdict }),
  }
}

const LONGEST_ABSTRACT = 160

/** The first sentence or heading of a text, for those who have not read it. */
function abstractOf(path: string, bytes: Uint8Array): string | undefined {
  if (!/\.(?:md|markdown|txt|adoc)$/i.test(path)) return undefined
  const lines = Buffer.from(bytes.subarray(0, 8192))
    .toString('utf8')
    .split('\n')
    .map(line => line.trim())
  const prose = lines.find(line => line !== '' && !/^(?:#|---|\*\*|[|>`<!]|- \[)/.test(line))
  const first = prose ?? lines.find(line => line.startsWith('#'))?.replace(/^#+\s*/, '')
  if (first === undefined) return undefined
  return first.length > LONGEST_ABSTRACT ? `${first.slice(0, LONGEST_ABSTRACT - 3).trimEnd()}...` : first
}

export function viewTransition(
  { event, by, to, summary, guards = [] }: Transition,
  sight: GuardContext,
): TransitionView {
  const reasons = whyNotGuarded(guards, sight).map(viewReason)
  return { event, by, to, summary, command: commandOf(by, '<why>'), blocked: reasons.length > 0, reasons }
}

/** What does not stop anybody and is better known. */
function warningsOf(sight: GuardContext, artifacts: readonly ArtifactView[]): string[] {
  const { type, state } = sight
  const lone = unlinked(sight)
  const name = type.publishes?.overview ?? ''
  const overview = artifacts.find(({ path }) => isNamed(path, name))?.path
  const unused = artifacts.filter(({ needs_approval, tasks }) => !needs_approval && tasks.length === 0)
  const asksForLinks = type.publishes?.overview !== undefined && state.statechart.current_state !== type.initial
  return [
    ...lone.map(path => `${overview} does not link ${path}.`),
    ...artifacts.filter(({ standing: is }) => is === 'missing').map(({ path }) => `${path} is gone.`),
    ...unlistedSources(sight, artifacts),
    ...legacyApprovals(sight, artifacts),
    ...bareOutcomes(sight),
    ...evidenceWarnings(sight.evidence()),
    ...(asksForLinks ? unused.map(({ path }) => `${path} belongs to no ${type.task}.`) : []),
  ]
}

/** The records of sources are not published: a document that is says itself what its [s1] is. */
export function unlistedSources({ type, state, bytesOf }: GuardContext, artifacts: readonly ArtifactView[]): string[] {
  return artifacts.flatMap(({ path, kind }) => {
    const text = kind === type.publishes?.kind ? Buffer.from(bytesOf(path) ?? []).toString('utf8') : ''
    const unlisted = (state.sources ?? []).filter(
      ({ id, source }) => text.includes(`[${id}]`) && !text.includes(source),
    )
    if (unlisted.length === 0) return []
    const lines = unlisted.map(({ id, source }) => `[${id}] ${source}`).join(', ')
    return [`${path} cites sources that its readers cannot look up; add a list of them: ${lines}.`]
  })
}

/** Whoever comes next sees that it is completed, and nothing of what came of it. */
export function bareOutcomes({ type, state }: GuardContext): string[] {
  const bare = topicsOf(type, state).filter(
    ({ status, outcome = '', refs }) =>
      status === 'completed' && /^(?:\.{3})?$/.test(outcome.trim()) && refs.length === 0,
  )
  const link = type.task === 'topic' ? 'a finding' : 'a file'
  return bare.map(({ id, name }) => `${id} (${name}) is completed without an outcome or ${link}.`)
}

/** What another program wrote as approved, without the text that was. */
function legacyApprovals({ state }: GuardContext, artifacts: readonly ArtifactView[]): string[] {
  const said = artifactsOf(state).filter(({ approved, approval }) => approved === true && approval === undefined)
  const open = new Set(artifacts.filter(({ needs_approval }) => needs_approval).map(({ path }) => path))
  return said
    .filter(({ path }) => open.has(path))
    .map(
      ({ path }) => `${path} was approved by another program, which does not say which text; it needs approval again.`,
    )
}
