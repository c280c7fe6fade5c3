import { type ShellText, shell } from '../../shared/shell/shell.ts'
import type { Change, NextStep } from '../model.ts'
import type { MergeMarkers } from '../record/merge-markers.ts'

interface StepFacts {
  readonly checked: boolean
  readonly markers?: readonly MergeMarkers[]
  /** The number of the first task that is not ticked. */
  readonly openTask?: number | undefined
  /** What keeps its checks from being run, such as trust that a person has not given yet. */
  readonly problem?: { readonly message: string; readonly fix?: ShellText | undefined } | undefined
}

/**
 * The one next step of a change, as a command for people and a tool for agents. Executing it literally works; where
 * `needs` names a text, the command reads it from standard input and the tool takes it as one more argument.
 */
export function nextChangeStep(change: Change, { checked, markers: [stopped] = [], ...facts }: StepFacts): NextStep {
  const { id, status } = change
  if (stopped !== undefined && status === 'active') return mergeStep(id, stopped)
  switch (status) {
    case 'active':
      return activeStep(change, { checked, ...facts })
    case 'paused':
      return managed(`${id} is paused.`, 'switch', id)
    case 'completed':
      return managed(`${id} is completed. Commit the work, then archive it.`, 'archive', id)
    case 'cancelled':
      return managed(`${id} is cancelled. Archive it to clear the list.`, 'archive', id)
    case 'archived':
      return {
        says: `${id} is archived.`,
        command: shell`furrow change list --history`,
        tool: { name: 'sdd_change_manage', arguments: { action: 'list', history: true } },
      }
  }
}

/** What is built on an unfinished merge is built on two texts at once. */
function mergeStep(id: string, { message, fix, isJoined }: MergeMarkers): NextStep {
  if (isJoined)
    return {
      says: `${message} A person has \`${fix}\` give each of them a file and a number of its own.`,
      command: shell`furrow doctor`,
      tool: { name: 'furrow_doctor', arguments: {} },
    }
  return {
    says: `${message} Edit the file so that one text is left; then go on.`,
    command: fix,
    tool: { name: 'sdd_change_status', arguments: { change_id: id } },
  }
}

function activeStep({ id, current_stage: stage }: Change, { checked, openTask, problem }: StepFacts): NextStep {
  if (stage === 'context-check' && !checked)
    return {
      stage,
      says: 'Look at what exists already before going on.',
      command: shell`furrow context-check`,
      tool: { name: 'sdd_context_check', arguments: {} },
    }
  return {
    stage,
    says:
      stage === 'verify'
        ? `Do the work now, tick the tasks as you go, then verify: say what you changed and how you checked it.${sayTask(id, openTask)}${sayProblem(problem)}`
        : `Write the ${stage} stage; \`furrow guide change-${stage}\` says what belongs there.`,
    command: shell`furrow change advance --stage ${stage} --content -`,
    tool: { name: 'sdd_change_advance', arguments: { stage } },
    needs: ['content'],
  }
}

function sayTask(id: string, task: number | undefined): string {
  return task === undefined ? '' : ` To tick task ${task}: \`${shell`furrow change tick ${id} ${task}`}\`.`
}

function sayProblem(problem: StepFacts['problem']): string {
  if (problem === undefined) return ''
  return ` Its checks cannot be run yet: ${problem.message}${problem.fix === undefined ? '' : ` \`${problem.fix}\``}`
}

function managed(says: string, action: string, id: string): NextStep {
  return {
    says,
    command: shell`furrow change ${action} ${id}`,
    tool: { name: 'sdd_change_manage', arguments: { action, id } },
  }
}
