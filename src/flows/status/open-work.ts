import { isChecked } from '../../changes/context/checked.ts'
import { readCatalog } from '../../changes/record/catalog.ts'
import type { ChangeFiles } from '../../changes/record/change-files.ts'
import { type MergeMarkers, markersIn } from '../../changes/record/merge-markers.ts'
import { nextChangeStep } from '../../changes/show/next-of-change.ts'
import { firstOpenTask } from '../../changes/verify/unfinished.ts'
import { verificationProblem } from '../../changes/verify/verify-plan.ts'
import type { NextStep } from '../../lifecycle/next-step.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Call } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import type { Need, WorkspaceStatus } from '../model.ts'

export interface OpenWork {
  readonly work?: WorkspaceStatus['work']
  readonly damaged: Need[]
  readonly paused: readonly string[]
  /** Over, and not in the history yet. */
  readonly finished: NonNullable<WorkspaceStatus['finished']>
}

/** What is being worked on here, and what of it cannot be read. */
export function openWork(call: Call): OpenWork {
  const files = filesOf(call)
  const shelf = readCatalog(call)
  const [active, other] = shelf.kept.filter(({ change }) => change.status === 'active')
  return {
    ...(active !== undefined && {
      work: workOf(active, {
        checked: isChecked(call, files, active.change),
        other,
        markers: markersIn(files, active),
        openTask: firstOpenTask(files, active),
        problem: verificationProblem(call, active.change),
      }),
    }),
    damaged: shelf.damaged.map(({ path, message, fix }) => ({
      kind: 'damaged',
      title: `${path} cannot be read`,
      detail: message,
      fix,
    })),
    finished: shelf.closed
      .filter(({ status }) => status === 'completed' || status === 'cancelled')
      .map(({ id, status, proof }) => ({
        id,
        status,
        ...(proof !== undefined && { proof }),
        archive: shell`furrow change archive ${id}`,
      })),
    paused: shelf.kept.filter(({ change }) => change.status === 'paused').map(({ change }) => change.id),
  }
}

interface WorkFacts {
  readonly checked: boolean
  /** A second active change, which a merge brought. */
  readonly other: ChangeFiles | undefined
  readonly markers: readonly MergeMarkers[]
  readonly openTask: number | undefined
  readonly problem: ReturnType<typeof verificationProblem>
}

function workOf({ change }: ChangeFiles, { other, ...facts }: WorkFacts): NonNullable<WorkspaceStatus['work']> {
  const { id, type, size, description, current_stage } = change
  return {
    id,
    type,
    size,
    description,
    stage: current_stage,
    next: other === undefined ? nextChangeStep(change, facts) : chooseOne(id, other.change.id),
  }
}

function chooseOne(id: string, other: string): NextStep {
  return {
    says: `${id} and ${other} are both active, and one change is worked on at a time. This pauses ${other}; switch to ${other} to work on that one.`,
    command: shell`furrow change switch ${id}`,
    tool: { name: 'sdd_change_manage', arguments: { action: 'switch', id } },
  }
}
