import type { NextStep } from '../../changes/model.ts'
import { renderNext } from '../../changes/show/view-change.ts'
import { findStopping, findUndone } from '../../explorations/moves.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { pendingRequests } from '../../workspace/requests/requests.ts'
import * as contracts from '../contracts.ts'
import type { Need } from '../model.ts'
import { openExploration } from './open-exploration.ts'
import { openSpecification } from './open-specification.ts'
import { type OpenWork, openWork } from './open-work.ts'
import { openMerge, unfinishedStep, unmergedStep } from './unmerged-step.ts'

export const next = implement(() => contracts.next, {
  async run(call) {
    await call.store.settled()
    const { work, damaged, paused, finished } = openWork(call)
    const { exploration, damaged: unreadable } = await openExploration(call)
    const { specification, damaged: unread } = await openSpecification(call)
    const merging = exploration === undefined && unreadable.length === 0 ? undefined : await unmergedStep(call)
    if (merging !== undefined) return { state: 'exploration' as const, next: merging }
    const [bad] = [...damaged, ...unreadable, ...unread]
    if (bad !== undefined) return { state: 'damaged' as const, next: mend(bad) }
    const open = exploration === undefined && work?.next.stage !== undefined ? await openMerge(call) : undefined
    if (work !== undefined && open !== undefined) return { state: 'change' as const, change: work.id, next: open }
    if (work !== undefined) return { state: 'change' as const, change: work.id, next: work.next }
    if (exploration !== undefined) {
      const step = (await undoneStep(call, exploration.next)) ?? exploration.next
      return { state: 'exploration' as const, exploration: exploration.name, next: step }
    }
    const absent = await missingStep(call)
    if (absent !== undefined) return { state: 'exploration' as const, next: absent }
    if (specification !== undefined) return { state: 'specification' as const, next: specification.next }
    return (
      asked(call) ??
      archivable(finished) ??
      resumed(paused) ?? { state: 'idle' as const, next: unfinishedStep(call) ?? FIRST }
    )
  },
  render: ({ next: step }) => renderNext(step),
})

const COMPLETE = shell`furrow agent complete`
const FINISH = shell`furrow explore finish`

/** Whoever would complete it is led to what git says is missing; only here, where the answer may take a look at git. */
async function undoneStep(call: Call, { command, stage, tool: wanted }: NextStep): Promise<NextStep | undefined> {
  if (command === FINISH) return findStopping(call)
  if (wanted.arguments['action'] === 'task_update') return proposedStep(call)
  const undone = command === COMPLETE ? await findUndone(call) : undefined
  if (undone?.fix === undefined) return undefined
  const says = `${undone.message.charAt(0).toUpperCase()}${undone.message.slice(1)}.`
  const tool = { name: 'exploration', arguments: { action: 'finalize', apply: true } }
  return { ...(stage !== undefined && { stage }), says, command: undone.fix, tool }
}

/** An exploration that git has, while its folder is not in the worktree. */
async function missingStep(call: Call): Promise<NextStep | undefined> {
  if (call.workspace.repository.gitDir === undefined || unfinishedStep(call) !== undefined) return undefined
  const { absentProject, absentStep } = await import('../../explorations/recovery/absent.ts')
  const absent = await absentProject(call)
  return absent && absentStep(absent)
}

/** What an agent has found out already is taken over before anybody looks for it again. */
async function proposedStep(call: Call): Promise<NextStep | undefined> {
  const { readyProposals } = await import('../research/proposals.ts')
  const [ready] = await readyProposals(call)
  if (ready === undefined) return undefined
  const { task, name } = ready
  return {
    says: `An agent has a proposal for ${task} (${name}) ready; a person takes it over.`,
    command: shell`furrow explore accept ${task}`,
    tool: { name: 'exploration_evidence', arguments: { action: 'accept', task } },
  }
}

const ADOPT = shell`furrow explore adopt`

const FIRST: NextStep = {
  says: 'Nothing is open here. Say what you want to do, and Furrow proposes how to begin.',
  command: shell`furrow start --help`,
  tool: { name: 'furrow_start', arguments: {} },
  needs: ['what'],
}

function mend({ title, detail, fix }: Need): NextStep {
  if (fix === ADOPT)
    return {
      says: detail ?? `${title}.`,
      command: fix,
      tool: { name: 'exploration_repair', arguments: { action: 'adopt' } },
    }
  return { says: `${title}.`, command: shell`furrow doctor`, tool: { name: 'furrow_doctor', arguments: {} } }
}

function asked({ store }: Call) {
  const [request] = pendingRequests(store)
  if (request === undefined) return undefined
  const step: NextStep = {
    says: `${request.actor.id} asks for ${request.operation}; a person decides.`,
    command: shell`furrow request show ${request.id}`,
    tool: { name: 'furrow_status', arguments: {} },
  }
  return { state: 'request' as const, next: step }
}

function archivable(finished: OpenWork['finished']) {
  const done = finished.find(({ status }) => status === 'completed')
  if (done === undefined) return undefined
  const step: NextStep = {
    says: `${done.id} is completed and not archived yet. Commit the work, then archive it.`,
    command: done.archive,
    tool: { name: 'sdd_change_manage', arguments: { action: 'archive', id: done.id } },
  }
  return { state: 'finished' as const, change: done.id, next: step }
}

function resumed([id]: readonly string[]) {
  if (id === undefined) return undefined
  const step: NextStep = {
    says: `${id} is paused.`,
    command: shell`furrow change switch ${id}`,
    tool: { name: 'sdd_change_manage', arguments: { action: 'switch', id } },
  }
  return { state: 'paused' as const, change: id, next: step }
}
