import type { NextStep } from '../../lifecycle/next-step.ts'
import { type ShellText, shell } from '../../shared/shell/shell.ts'
import { type FeatureSituation, missingFor, needsPerson } from './guards.ts'
import type { FeatureArtifactView, Task } from './model.ts'
import { isBefore, phaseAfter } from './phases.ts'

/**
 * The one next action of a feature. Rules in order, the first that applies decides; the last always does, so there is
 * no state without a way on but the last phase.
 */
export function nextAction(situation: FeatureSituation): NextStep {
  for (const rule of RULES) {
    const step = rule(situation)
    if (step !== undefined) return step
  }
  return advance(situation)
}

type NextStepRule = (situation: FeatureSituation) => NextStep | undefined

const RULES: readonly NextStepRule[] = [released, askPerson, makeArtifact, waitForOthers, doTask, unblockTask]

function released({ id, feature }: FeatureSituation): NextStep | undefined {
  if (feature.phase !== 'released') return undefined
  return step(`${id} is released. See what is next on the board.`, shell`furrow board next`, { tool: 'board_next' })
}

function askPerson({ id, escalations: [first] }: FeatureSituation): NextStep | undefined {
  if (first === undefined) return undefined
  return step(`${id} waits for an answer of a person: ${first}.`, shell`furrow escalation resolve ${first} --help`, {
    tool: 'board_escalation',
    with: { action: 'show', id: first },
  })
}

/** While it is built, the tasks come before the review of them. */
function makeArtifact(situation: FeatureSituation): NextStep | undefined {
  const next = phaseAfter(situation.feature.phase)
  const tasksFirst = situation.feature.phase === 'implementation' && hasOpenTasks(situation)
  const [first] = next === undefined || tasksFirst ? [] : missingFor(situation, next)
  return first === undefined ? undefined : artifactStep(situation, first)
}

function artifactStep({ id }: FeatureSituation, artifact: FeatureArtifactView): NextStep {
  const { name, state, reason } = artifact
  if (needsPerson(artifact))
    return step(`A person reads ${name} of ${id} and approves it.`, shell`furrow feature approve ${id} ${name}`, {
      tool: 'board_feature',
      with: { action: 'show', id },
    })
  const why = reason === undefined || state !== 'rejected' ? '' : ` It was rejected: ${reason}`
  return {
    ...step(`Write ${name} of ${id}.${why}`, shell`furrow feature write ${id} ${name} --content -`, {
      tool: 'board_feature',
      with: { action: 'write', id, artifact: name },
    }),
    needs: ['content'],
  }
}

function waitForOthers({ id, feature, waitsFor: [first] }: FeatureSituation): NextStep | undefined {
  if (first === undefined || phaseAfter(feature.phase) !== 'implementation') return undefined
  return step(`${id} needs ${first} first.`, shell`furrow feature show ${first}`, {
    tool: 'board_feature',
    with: { action: 'show', id: first },
  })
}

function doTask(situation: FeatureSituation): NextStep | undefined {
  const { id, feature } = situation
  const task = isBuilding(situation) ? nextTask(feature.tasks) : undefined
  if (task === undefined) return undefined
  const verb = task.status === 'pending' ? 'start' : 'complete'
  return step(
    `${verb === 'start' ? 'Do' : 'Finish'} ${task.id}: ${task.title}`,
    shell`furrow task ${verb} ${id} ${task.id}`,
    {
      tool: 'board_task',
      with: { action: verb, id, task: task.id },
    },
  )
}

/** Everything that is left is blocked, or waits for what is. */
function unblockTask(situation: FeatureSituation): NextStep | undefined {
  const { id, feature } = situation
  const open = feature.tasks.filter(({ status }) => status !== 'completed')
  const stuck = open.find(({ status }) => status === 'blocked') ?? open[0]
  if (stuck === undefined || !isBuilding(situation)) return undefined
  return step(
    `${stuck.id} is blocked: ${stuck.reason ?? 'it waits for others'}.`,
    shell`furrow task reopen ${id} ${stuck.id}`,
    {
      tool: 'board_task',
      with: { action: 'reopen', id, task: stuck.id },
    },
  )
}

function advance({ id, feature }: FeatureSituation): NextStep {
  const to = phaseAfter(feature.phase) ?? feature.phase
  return step(`${id} has all it needs to enter ${to}.`, shell`furrow feature advance ${id}`, {
    tool: 'board_feature',
    with: { action: 'advance', id },
  })
}

/** What is in progress first, then what nothing holds up. */
export function nextTask(tasks: readonly Task[]): Task | undefined {
  const done = new Set(tasks.filter(({ status }) => status === 'completed').map(({ id }) => id))
  const free = (task: Task) => waitsFor(task, tasks).every(id => done.has(id))
  return tasks.find(({ status }) => status === 'in_progress') ?? tasks.find(t => t.status === 'pending' && free(t))
}

/** Only what came before it: a circle that somebody wrote by hand holds nothing up. */
export function waitsFor(task: Task, tasks: readonly Task[]): string[] {
  const earlier = tasks.slice(0, tasks.indexOf(task)).map(({ id }) => id)
  return task.depends_on.filter(id => earlier.includes(id))
}

function hasOpenTasks({ feature }: FeatureSituation): boolean {
  return feature.tasks.some(({ status }) => status !== 'completed')
}

/** From implementation on open tasks hold a feature up. */
function isBuilding({ feature }: FeatureSituation): boolean {
  return !isBefore(feature.phase, 'implementation') && feature.phase !== 'released'
}

function step(says: string, command: ShellText, { tool, with: given = {} }: ToolUse): NextStep {
  return { says, command, tool: { name: tool, arguments: given } }
}

interface ToolUse {
  readonly tool: string
  readonly with?: Record<string, string>
}
