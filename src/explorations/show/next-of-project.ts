import type { NextStep } from '../../lifecycle/next-step.ts'
import type { ReasonView } from '../../lifecycle/reason.ts'
import type { Reason } from '../../operation/errors.ts'
import { type ShellText, shell } from '../../shared/shell/shell.ts'
import { shellWords } from '../../shared/shell/shell-words.ts'
import type { ArtifactView, ProjectState, ProjectTask, TransitionView } from '../model.ts'
import type { LoadedProject } from '../record/project-files.ts'
import { currentState, stepsHere, topicsOf } from '../record/project-parts.ts'
import type { ProjectProblem } from '../recovery/branch-problem.ts'
import { commandOf, isForward, transitionsFrom } from '../rules/ways.ts'
import { isOpenTask, nextReady } from '../tasks/dependencies.ts'
import { completingTask, documentOfTasks } from '../tasks/resolved.ts'
import type { ProjectType } from '../types/model.ts'
import { capitalized, withArticle } from './words.ts'

interface NextStepFacts extends LoadedProject {
  readonly transitions: readonly TransitionView[]
  readonly artifacts: readonly ArtifactView[]
  readonly problems: readonly ProjectProblem[]
  /** What stops the steps of a checklist. */
  readonly hindrances: readonly Reason[]
}

/** The one next step. Executing it literally works; where `needs` names a text, somebody has to write it first. */
export function nextProjectStep(seen: NextStepFacts): NextStep {
  const { type, state } = seen
  const here = currentState(type, state)
  const [problem] = seen.problems
  if (problem !== undefined) return solving(state, problem)
  if (here.terminal === true) return ended(state, seen.folder)
  const onward = onwardOf(seen.transitions)
  if (onward !== undefined && !onward.blocked) return moving(onward, type, state)
  if (lacksTask(seen, onward)) return firstTask(type, state)
  return (
    openTask(seen) ??
    backward(seen, onward) ??
    hindered(seen) ??
    openStep(type, state, onward) ??
    undocumentedTask(seen, onward) ??
    openArtifact(seen) ??
    step(state, `Nothing of ${state.project.name} can go on by itself.`, {
      command: shell`furrow agent advance --list`,
      tool: ['exploration', { action: 'status' }],
    })
  )
}

/** The way on asks for a task, and one may be added here. */
function lacksTask({ type, state }: NextStepFacts, onward: TransitionView | undefined): boolean {
  if (currentState(type, state).allows?.includes('task.create') !== true) return false
  const isAsked = onward?.reasons.some(({ code }) => code === 'no_open_task' || code === 'nothing_changed') === true
  return topicsOf(type, state).length === 0 || (isAsked && !topicsOf(type, state).some(isOpenTask))
}

interface NextCommand {
  readonly command: ShellText
  readonly tool: readonly [name: string, args: Record<string, string | boolean>]
  readonly needs?: readonly string[]
}

function step(state: ProjectState, says: string, { command, tool: [name, args], needs }: NextCommand): NextStep {
  return {
    stage: state.statechart.current_state,
    says,
    command,
    tool: { name, arguments: args },
    ...(needs !== undefined && { needs: [...needs] }),
  }
}

/** What git itself sets right has no tool; the status shows whether it did. */
function solving(state: ProjectState, { message, fix }: ProjectProblem): NextStep {
  const action = /^furrow explore (adopt|rebind|settle)\b/.exec(fix)?.[1]
  const tool = action === undefined ? (['exploration', { action: 'status' }] as const) : ([REPAIR, { action }] as const)
  return step(state, message, { command: fix, tool })
}

const FINISH: NextCommand = { command: shell`furrow explore finish`, tool: ['exploration', { action: 'finish' }] }

const REPAIR = 'exploration_repair'

function ended(state: ProjectState, folder: string): NextStep {
  const { name } = state.project
  if (folder !== '.sow/project')
    return step(state, `${name} is archived in ${folder}.`, {
      command: shell`furrow explore list`,
      tool: ['exploration', { action: 'list' }],
    })
  return step(state, `${name} is over; its working folder can go to the archive.`, {
    command: shell`furrow agent cleanup`,
    tool: ['exploration', { action: 'cleanup' }],
  })
}

/** From the approval of the documents on, one command takes all the steps that are left. */
function moving({ by, to, summary }: TransitionView, type: ProjectType, state: ProjectState): NextStep {
  const isClosing = [to, state.statechart.current_state].some(name => type.states[name]?.checklist !== undefined)
  if (isClosing) return step(state, summary, FINISH)
  return step(state, summary, { command: shell`furrow agent ${by}`, tool: ['exploration', { action: by }] })
}

function firstTask(type: ProjectType, state: ProjectState): NextStep {
  const isFirst = topicsOf(type, state).length === 0
  const says = isFirst ? `Name the first ${type.task}.` : `Name a ${type.task} for the feedback of the last iteration.`
  const name = isFirst ? state.project.description || state.project.name : undefined
  if (name === undefined)
    return step(state, says, {
      command: shell`furrow agent task create ${`<${type.task} name>`}`,
      tool: ['exploration', { action: 'task_create' }],
      needs: ['name'],
    })
  return step(state, says, {
    command: shell`furrow agent task create ${name}`,
    tool: ['exploration', { action: 'task_create', name }],
  })
}

/** The way that goes on: the one that is open, where a verdict decides between several. */
export function onwardOf(transitions: readonly TransitionView[]): TransitionView | undefined {
  const ways = transitions.filter(isForward)
  return ways.find(({ blocked }) => !blocked) ?? ways[0]
}

function openTask({ type, state, artifacts, transitions }: NextStepFacts): NextStep | undefined {
  const { allows = [] } = currentState(type, state)
  const isWanted = transitions.some(({ reasons }) => reasons.some(({ code }) => WORK.includes(code)))
  if (!allows.includes('task.update') || !isWanted) return undefined
  const task = nextReady(topicsOf(type, state))
  if (task === undefined || !isOpenTask(task)) return undefined
  const kind = documentOfTasks({ type, state })
  if (kind !== undefined) {
    const written = artifacts.find(({ path, kind: is }) => is === kind && task.refs.includes(path))
    return written === undefined ? beginning(state, task, kind) : documented({ type, state }, task, written)
  }
  const hasOutcome = (task.outcome ?? '') !== ''
  const says = `${type.words?.next ?? 'Do'}: ${task.question ?? task.name}`
  return step(state, hasOutcome ? `${task.id} (${task.name}) has its outcome: complete it.` : says, {
    command: completingTask({ type, state }, task.id),
    tool: ['exploration', { action: 'task_update', id: task.id, status: 'completed' }],
    ...(!hasOutcome && { needs: ['outcome'] }),
  })
}

/** The document of a task is its outcome: with that it is completed. */
function documented(
  of: Pick<NextStepFacts, 'type' | 'state'>,
  { id, name }: ProjectTask,
  { file, standing }: ArtifactView,
): NextStep {
  const says =
    standing === 'approved'
      ? `${file} is approved: complete ${id} (${name}).`
      : `Write ${file}, then complete ${id} (${name}).`
  return step(of.state, says, {
    command: completingTask(of, id),
    tool: ['exploration', { action: 'task_update', id, status: 'completed' }],
  })
}

/** What asks for tasks that are resolved. */
const WORK: readonly string[] = ['tasks_unresolved', 'too_few_completed', 'nothing_changed']

function beginning(state: ProjectState, { id, name }: Pick<ProjectTask, 'id' | 'name'>, kind: string): NextStep {
  return step(state, `${id} (${name}) has no ${kind} yet: this writes one to begin with.`, {
    command: shell`furrow agent artifact new ${kind} --task ${id}`,
    tool: ['exploration', { action: 'artifact_new', kind, task: id }],
  })
}

/** A task that was completed without the document that it needs. */
function undocumentedTask({ type, state }: NextStepFacts, onward: TransitionView | undefined): NextStep | undefined {
  const reason = onward?.reasons.find(({ code }) => code === 'task_without_artifact')
  const task = topicsOf(type, state).find(({ id }) => id === reason?.ids?.[0])
  const kind = documentOfTasks({ type, state })
  return task === undefined || kind === undefined ? undefined : beginning(state, task, kind)
}

/** What blocks a later state and is only set right in an earlier one. */
function backward({ type, state }: NextStepFacts, onward: TransitionView | undefined): NextStep | undefined {
  const back = transitionsFrom(type, state).filter(way => !isForward(way) && way.by !== 'abandon')
  const reason = onward?.reasons.find(({ fix }) => back.some(({ by }) => fix?.startsWith(`furrow agent ${by} `)))
  const way = back.find(({ by }) => reason?.fix?.startsWith(`furrow agent ${by} `))
  if (way === undefined || reason === undefined) return undefined
  const why = 'the documents changed after they were approved'
  return step(state, sentence(reason.message), {
    command: commandOf(way.by, why),
    tool: ['exploration', { action: way.by, reason: why }],
  })
}

function sentence(said: string): string {
  const text = said.replace(/\.$/, '')
  // The name of a file keeps its letters.
  return /^\S*[./]/.test(text) ? `${text}.` : `${capitalized(text)}.`
}

/** What stops the checklist is set right first: carrying it out would only say so again. */
function hindered({ state, hindrances }: NextStepFacts): NextStep | undefined {
  const reason = hindrances.find(({ fix }) => fix !== undefined)
  return reason === undefined ? undefined : stepAgainst(state, reason)
}

/** The step that sets a reason right; where that is to carry out the checklist again, `finish` does it. */
export function stepAgainst(state: ProjectState, { message, fix, ids: [id = ''] = [] }: Reason): NextStep {
  if (fix === undefined || fix === shell`furrow agent finalize --apply`) return step(state, sentence(message), FINISH)
  return step(state, sentence(message), { command: fix, tool: toolFor(fix, id) })
}

function toolFor(fix: ShellText, id: string): NextCommand['tool'] {
  if (fix.startsWith('furrow agent artifact approve ')) return ['exploration', { action: 'artifact_approve', path: id }]
  if (fix.startsWith('furrow explore skip '))
    return ['exploration_finalize', { action: 'skip', id, reason: shellWords(fix)?.at(-1) ?? '' }]
  const as = /^furrow agent finalize --apply --as ([\w.-]+)$/.exec(fix)?.[1]
  if (as !== undefined) return ['exploration', { action: 'finalize', apply: true, as }]
  if (fix === shell`furrow explore share`) return [REPAIR, { action: 'share' }]
  return fix === FINISH.command ? FINISH.tool : ['exploration', { action: 'status' }]
}

function openStep(type: ProjectType, state: ProjectState, onward: TransitionView | undefined): NextStep | undefined {
  const { allows = [] } = currentState(type, state)
  if (!allows.includes('finalize') && !allows.includes('step.update')) return undefined
  const [first, ...more] = stepsHere(type, state).filter(
    ({ status }) => status === 'pending' || status === 'in_progress',
  )
  const undone = onward?.reasons.find(({ code }) => code === 'step_undone')
  if (first === undefined && undone === undefined) return undefined
  if (first !== undefined && (first.action === undefined || first.action === 'manual'))
    return step(state, `${first.name} is for you to do.`, {
      command: shell`furrow agent task update ${first.id} --status completed`,
      tool: ['exploration', { action: 'task_update', id: first.id, status: 'completed' }],
    })
  const left = more.length === 0 ? '1 step is left.' : `${more.length + 1} steps are left.`
  return step(state, first === undefined ? sentence(undone?.message ?? '') : left, FINISH)
}

function openArtifact({ type, state, transitions, artifacts }: NextStepFacts): NextStep | undefined {
  const missing = transitions.flatMap(({ reasons }) => reasons).find(({ code }) => MISSING.includes(code))
  if (missing !== undefined) return writing(type, state, missingKind(type, missing, artifacts))
  const gone = artifacts.find(({ needs_approval, standing }) => needs_approval && standing === 'missing')
  const { allows = [] } = currentState(type, state)
  if (gone !== undefined && allows.includes('artifact.remove')) return takingOff(state, gone)
  const unready = artifacts.find(({ standing }) => standing === 'unwritten' || standing === 'rejected')
  if (unready !== undefined) return step(state, rewriting(unready), FINISH)
  const open = artifacts.find(
    ({ needs_approval, standing }) => needs_approval && standing !== 'approved' && standing !== 'missing',
  )
  if (open === undefined) return undefined
  if (open.verdict === true)
    return step(state, `${open.path} waits for a person's verdict, pass or fail.`, {
      command: shell`furrow agent artifact approve ${open.path} --verdict pass`,
      tool: ['exploration', { action: 'artifact_approve', path: open.path, verdict: 'pass' }],
    })
  return step(state, `${open.path} waits for a person's approval.`, {
    command: shell`furrow agent artifact approve ${open.path}`,
    tool: ['exploration', { action: 'artifact_approve', path: open.path }],
  })
}

/** The published kind is written to its own place and registered by `finish`, which writes an outline where none is. */
function writing({ publishes }: ProjectType, state: ProjectState, kind: string): NextStep {
  if (kind === publishes?.kind)
    return step(state, `Write .sow/project/${kind}.md; without it this writes an outline to begin with.`, FINISH)
  return step(state, `${capitalized(withArticle(kind))} is missing: this writes one to begin with.`, {
    command: shell`furrow agent artifact new ${kind}`,
    tool: ['exploration', { action: 'artifact_new', kind }],
  })
}

function takingOff(state: ProjectState, { file, path }: ArtifactView): NextStep {
  return step(state, `${file} is gone. Put it back; or take it off the list, and write another one.`, {
    command: shell`furrow agent artifact remove ${path}`,
    tool: ['exploration', { action: 'artifact_remove', path }],
  })
}

function rewriting({ file, path, standing, rejection }: ArtifactView): string {
  if (standing === 'unwritten') return `Fill in ${file} first.`
  const note = rejection?.note === undefined ? '' : `: ${rejection.note.replace(/[.\s]+$/, '')}`
  return `${path} was rejected${note}. Change ${file} first.`
}

function missingKind(
  type: ProjectType,
  { code, ids: [first] = [] }: ReasonView,
  artifacts: readonly ArtifactView[],
): string {
  const found = code === 'no_overview' ? artifacts.find(({ path }) => path === first)?.kind : first
  return found ?? type.publishes?.kind ?? ''
}

const MISSING: readonly string[] = ['no_artifact', 'no_overview', 'no_review']
