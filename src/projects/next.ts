import type { NextStep } from '../lifecycle/next.ts'
import type { ReasonView } from '../lifecycle/reason.ts'
import { type ShellText, shell } from '../operation/shell.ts'
import type { ArtifactView, ProjectState, TransitionView } from './model.ts'
import { currentState, stepsOf, topicsOf } from './parts.ts'
import type { Problem } from './recovery/problems.ts'
import type { Held } from './shelf.ts'
import type { ProjectType } from './types/model.ts'
import { commandOf, isForward, leaving } from './ways.ts'

interface Seen extends Held {
  readonly transitions: readonly TransitionView[]
  readonly artifacts: readonly ArtifactView[]
  readonly problems: readonly Problem[]
}

/** The one next step. Executing it literally works; where `needs` names a text, somebody has to write it first. */
export function nextStep(seen: Seen): NextStep {
  const { type, state } = seen
  const here = currentState(type, state)
  if (here.terminal === true) return ended(state, seen.folder)
  const [problem] = seen.problems
  if (problem !== undefined) return solving(state, problem)
  const onward = seen.transitions.find(way => isForward(way))
  if (onward !== undefined && !onward.blocked) return moving(onward, type, state)
  if (here.allows?.includes('task.create') === true && topicsOf(type, state).length === 0) return firstTask(type, state)
  return (
    openTask(type, state) ??
    backward(seen, onward) ??
    openStep(type, state, onward) ??
    openArtifact(seen) ??
    step(state, `Nothing of ${state.project.name} can go on by itself.`, {
      command: shell`furrow agent advance --list`,
      tool: ['exploration', { action: 'status' }],
    })
  )
}

interface Way {
  readonly command: ShellText
  readonly tool: readonly [name: string, args: Record<string, string | boolean>]
  readonly needs?: readonly string[]
}

function step(state: ProjectState, says: string, { command, tool: [name, args], needs }: Way): NextStep {
  return {
    stage: state.statechart.current_state,
    says,
    command,
    tool: { name, arguments: args },
    ...(needs !== undefined && { needs: [...needs] }),
  }
}

/** What git itself sets right has no tool; the status shows whether it did. */
function solving(state: ProjectState, { message, fix }: Problem): NextStep {
  const action = /^furrow explore (adopt|rebind|settle)\b/.exec(fix)?.[1]
  const tool = action === undefined ? (['exploration', { action: 'status' }] as const) : ([REPAIR, { action }] as const)
  return step(state, message, { command: fix, tool })
}

const FINISH: Way = { command: shell`furrow explore finish`, tool: ['exploration', { action: 'finish' }] }

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
  const name = state.project.description || state.project.name
  return step(state, `Name the first ${type.task}.`, {
    command: shell`furrow agent task create ${name}`,
    tool: ['exploration', { action: 'task_create', name }],
  })
}

function openTask(type: ProjectType, state: ProjectState): NextStep | undefined {
  const open = topicsOf(type, state).filter(({ status }) => status === 'in_progress' || status === 'pending')
  const task = open.find(({ status }) => status === 'in_progress') ?? open[0]
  if (task === undefined) return undefined
  return step(state, `Find out: ${task.question ?? task.name}`, {
    command: shell`furrow agent task update ${task.id} --status completed`,
    tool: ['exploration', { action: 'task_update', id: task.id, status: 'completed' }],
    needs: ['outcome'],
  })
}

/** What blocks a later state and is only set right in an earlier one. */
function backward({ type, state }: Seen, onward: TransitionView | undefined): NextStep | undefined {
  const back = leaving(type, state).filter(way => !isForward(way) && way.by !== 'abandon')
  const reason = onward?.reasons.find(({ fix }) => back.some(({ by }) => fix?.startsWith(`furrow agent ${by} `)))
  const way = back.find(({ by }) => reason?.fix?.startsWith(`furrow agent ${by} `))
  if (way === undefined || reason === undefined) return undefined
  const why = 'the documents changed after they were approved'
  return step(state, sentence(reason.message), {
    command: commandOf(way.by, why),
    tool: ['exploration', { action: way.by, reason: why }],
  })
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function openStep(type: ProjectType, state: ProjectState, onward: TransitionView | undefined): NextStep | undefined {
  if (currentState(type, state).allows?.includes('finalize') !== true) return undefined
  const [first, ...more] = stepsOf(type, state).filter(({ status }) => status === 'pending' || status === 'in_progress')
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

function openArtifact({ type, state, transitions, artifacts }: Seen): NextStep | undefined {
  const missing = transitions.flatMap(({ reasons }) => reasons).find(({ code }) => MISSING.includes(code))
  const kind = missing === undefined ? 'summary' : missingKind(missing, artifacts)
  if (missing !== undefined) return writing(type, state, kind)
  const unready = artifacts.find(({ standing }) => standing === 'unwritten' || standing === 'rejected')
  if (unready !== undefined) return step(state, rewriting(unready), FINISH)
  const open = artifacts.find(({ needs_approval, standing }) => needs_approval && standing !== 'approved')
  if (open === undefined) return undefined
  return step(state, `${open.path} waits for a person's approval.`, {
    command: shell`furrow agent artifact approve ${open.path}`,
    tool: ['exploration', { action: 'artifact_approve', path: open.path }],
  })
}

/** The published kind is written to its own place and registered by `finish`, which writes an outline where none is. */
function writing({ publishes }: ProjectType, state: ProjectState, kind: string): NextStep {
  if (kind === publishes?.kind)
    return step(state, `Write .sow/project/${kind}.md; without it this writes an outline to begin with.`, FINISH)
  return step(state, `A ${kind} is missing: this writes one to begin with.`, {
    command: shell`furrow agent artifact new ${kind}`,
    tool: ['exploration', { action: 'artifact_new', kind }],
  })
}

function rewriting({ file, path, standing, rejection }: ArtifactView): string {
  if (standing === 'unwritten') return `Fill in ${file} first.`
  const note = rejection?.note === undefined ? '' : `: ${rejection.note.replace(/[.\s]+$/, '')}`
  return `${path} was rejected${note}. Change ${file} first.`
}

function missingKind({ code, ids: [first] = [] }: ReasonView, artifacts: readonly ArtifactView[]): string {
  const found = code === 'no_artifact' ? first : artifacts.find(({ path }) => path === first)?.kind
  return found ?? 'summary'
}

const MISSING: readonly string[] = ['no_artifact', 'no_overview']
