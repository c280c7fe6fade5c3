import type { Change } from '../../changes/model.ts'
import { activeIn, readChangeFolder } from '../../changes/record/change-files.ts'
import { proofPlan, requireTrust } from '../../changes/verify/verify-plan.ts'
import { isRefused } from '../../operation/errors.ts'
import type { Call } from '../../workspace/call.ts'
import { readConfig } from '../../workspace/config/read-config.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import { claimsDone } from './claims.ts'
import type { HookAnswer } from './model.ts'

/** Refuses "done" until verify has proof: once, and only where there is something that could prove it. */
export async function stop(
  call: Call,
  { again, said }: { again: boolean; said?: string | undefined },
): Promise<HookAnswer> {
  if (again || readConfig(call).get('hooks.stop').value === 'off') return { action: 'none' }
  await call.store.settled()
  const change = activeIn(readChangeFolder(filesOf(call)))?.change
  if (change === undefined || !saysDone(change, said) || !isProvable(call, change)) return { action: 'none' }
  const { id, current_stage: stage } = change
  const text = [
    `${id} is at the stage ${stage} and has no proof yet, so it is not done.`,
    stage === 'verify'
      ? 'Call sdd_change_advance with the stage verify; Furrow runs the quality gates.'
      : 'Go on with furrow_next; the last stage, verify, runs the quality gates.',
    'If you wait for the person, say what for and stop again.',
  ].join(' ')
  return { action: 'block', text }
}

/** At the last stage nothing but the proof is missing; before it, only the agent's own word makes it done. */
function saysDone({ current_stage }: Change, said: string | undefined): boolean {
  return current_stage === 'verify' || (said !== undefined && claimsDone(said))
}

/** Gates that nobody trusts yet cannot run, and it is not the agent who could change that. */
function isProvable(call: Call, change: Change): boolean {
  try {
    requireTrust(call, change)
    return proofPlan(call, change).checks.length > 0
  } catch (error) {
    if (isRefused(error)) return false
    throw error
  }
}
