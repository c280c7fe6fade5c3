import { blocked, type Reason } from '../../../operation/errors.ts'
import { shell } from '../../../shared/shell/shell.ts'
import type { Call } from '../../../workspace/call.ts'
import type { ProjectTask } from '../../model.ts'
import type { LoadedProject } from '../../record/project-files.ts'
import { stepsHere } from '../../record/project-parts.ts'
import { commandTowards } from '../../rules/ways.ts'
import { requirePlan, type StepResult, skipped } from '../step.ts'
import type { ForgeCheck } from './forge.ts'
import { placeToOpen } from './pull-request.ts'

/** A forge registers checks seconds after a push or a new pull request: none at once says nothing. */
const REGISTRATION_MS = 60_000

/** Whether the checks of the pushed commit have passed. Nobody waits here: as long as they run, the step stays open. */
export async function requireChecks(call: Call, held: LoadedProject, step: ProjectTask): Promise<StepResult> {
  const place = await placeToOpen(call, held)
  if (typeof place === 'string') return skipped(place)
  const { commit, pull_request: url } = requirePlan(held)
  if (commit === undefined || url === undefined) return skipped('no pull request was opened')
  const checks = await place.forge.checksOf(commit)
  const reasons = checks.flatMap(check => whyNotPassed(held, step, check))
  if (checks.length === 0 && call.clock.now() < registeredBy(held)) reasons.push(notRegistered(step, commit))
  if (reasons.length > 0) throw blocked(reasons)
  const result = checks.length === 0 ? 'the forge has no checks for it' : `${checks.length} passed`
  return { status: 'completed', result: `${result} (${commit.slice(0, 10)})` }
}

const REGISTERING: readonly string[] = ['push', 'draft_pull_request', 'pull_request']

/** When the checks that a push or a pull request starts are known to the forge. */
function registeredBy({ type, state }: LoadedProject): number {
  const steps = stepsHere(type, state).filter(({ action = '' }) => REGISTERING.includes(action))
  const times = steps.map(({ updated_at }) => Date.parse(updated_at ?? '')).filter(Number.isFinite)
  return Math.max(0, ...times) + REGISTRATION_MS
}

function notRegistered({ id, name }: ProjectTask, commit: string): Reason {
  return {
    code: 'checks_none',
    ids: [id],
    message: `${name}: the forge has no checks for ${commit.slice(0, 10)} yet; if there are none a minute after the push, it has none`,
    fix: shell`furrow explore finish`,
  }
}

function whyNotPassed(
  { type, state }: LoadedProject,
  { id, name }: ProjectTask,
  { name: check, standing, url }: ForgeCheck,
): Reason[] {
  const where = url === undefined ? '' : `: ${url}`
  if (standing === 'running')
    return [
      {
        code: 'checks_running',
        ids: [id],
        message: `${name}: ${check} is still running${where}`,
        fix: shell`furrow agent finalize --apply`,
      },
    ]
  if (standing === 'failed')
    return [
      {
        code: 'checks_failed',
        ids: [id],
        message: `${name}: ${check} has failed${where}`,
        fix: commandTowards(type, state.statechart.current_state, 'task.update', `the check ${check} has failed`),
      },
    ]
  return []
}
