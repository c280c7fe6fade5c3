import { viewReason } from '../lifecycle/reason.ts'
import { revisionOf } from '../store/files.ts'
import { isNamed, type Sight, standingIn, unlinked, whyNot } from './guards.ts'
import type { Artifact, ArtifactView, ProjectState, ProjectView, Task, TaskView, TransitionView } from './model.ts'
import { nextStep } from './next.ts'
import { artifactsOf, currentState, isStep, kindOf, needsApproval, placed } from './parts.ts'
import type { Held } from './shelf.ts'
import type { Transition } from './types/model.ts'
import { commandOf, leaving } from './ways.ts'

/** A project as every door shows it. */
export function viewProject({ state, type, folder }: Held, sight: Sight): ProjectView {
  const { project, statechart } = state
  const here = currentState(type, state)
  const all = placed(state).map(({ phase, task }) => ({ step: isStep(type, phase, task), view: viewTask(phase, task) }))
  const transitions = leaving(type, state).map(way => viewTransition(way, sight))
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
    transitions,
    problems: problems.map(viewReason),
    warnings: warningsOf(sight, artifacts),
    next: nextStep({ type, state, transitions, artifacts, folder, problems }),
  }
}

function viewPhase(name: string, { phases }: ProjectState): ProjectView['phases'] {
  const phase = phases[name]
  if (phase === undefined) return []
  const { status, enabled, started_at, completed_at } = phase
  return [{ name, status, enabled, ...(started_at && { started_at }), ...(completed_at && { completed_at }) }]
}

export function viewTask(phase: string, task: Task): TaskView {
  const { id, name, status, refs, metadata, optional } = task
  const texts = ['question', 'scope', 'outcome', 'reason', 'action', 'result'] as const
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
  }
}

function asTexts(metadata: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}

export function viewArtifact(artifact: Artifact, { state, type, folder }: Held, sight: Sight): ArtifactView {
  const { path, approval, rejection } = artifact
  const kind = kindOf(type, state, artifact)
  const bytes = sight.bytesOf(path)
  const abstract = bytes === undefined ? undefined : abstractOf(path, bytes)
  return {
    path,
    file: `${folder}/${path}`,
    kind,
    needs_approval: needsApproval(type, kind),
    standing: standingIn(sight, artifact),
    ...(bytes !== undefined && { revision: revisionOf(bytes) }),
    ...(abstract !== undefined && { abstract }),
    ...(approval !== undefined && { approval: approvalView(approval) }),
    ...(rejection !== undefined && {
      rejection: { by: rejection.by, at: rejection.at, ...(rejection.note !== undefined && { note: rejection.note }) },
    }),
    tasks: placed(state).flatMap(({ task }) => (task.refs.includes(path) ? [task.id] : [])),
  }
}

function approvalView({ by, at, content, note, delegated }: NonNullable<Artifact['approval']>) {
  return { by, at, content, ...(note !== undefined && { note }), ...(delegated !== undefined && { delegated }) }
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

export function viewTransition({ event, by, to, summary, guards = [] }: Transition, sight: Sight): TransitionView {
  const reasons = whyNot(guards, sight).map(viewReason)
  return { event, by, to, summary, command: commandOf(by, 'say why'), blocked: reasons.length > 0, reasons }
}

/** What does not stop anybody and is better known. */
function warningsOf(sight: Sight, artifacts: readonly ArtifactView[]): string[] {
  const { type, state } = sight
  const lone = unlinked(sight, 'summary.md')
  const overview = artifacts.find(({ path }) => isNamed(path, 'summary.md'))?.path
  const unused = artifacts.filter(({ needs_approval, tasks }) => !needs_approval && tasks.length === 0)
  const researched = state.statechart.current_state !== type.initial
  return [
    ...lone.map(path => `${overview} does not link ${path}.`),
    ...artifacts.filter(({ standing: is }) => is === 'missing').map(({ path }) => `${path} is gone.`),
    ...legacyApprovals(sight, artifacts),
    ...(researched ? unused.map(({ path }) => `${path} belongs to no ${type.task}.`) : []),
  ]
}

/** What another program wrote as approved, without the text that was. */
function legacyApprovals({ state }: Sight, artifacts: readonly ArtifactView[]): string[] {
  const said = artifactsOf(state).filter(({ approved, approval }) => approved === true && approval === undefined)
  const open = new Set(artifacts.filter(({ needs_approval }) => needs_approval).map(({ path }) => path))
  return said
    .filter(({ path }) => open.has(path))
    .map(
      ({ path }) => `${path} was approved by another program, which does not say which text; it needs approval again.`,
    )
}
