import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { immediateTransaction } from '../../store/database/sqlite.ts'
import type { Call } from '../../workspace/call.ts'
import type { BudgetAssignment } from '../budget/assign.ts'
import { handOver } from '../host/hand-over.ts'
import { parentOf } from '../inside/around.ts'
import { createMasker } from '../mask/masker.ts'
import type { Run } from '../model.ts'
import { claimOf, RUN_LEASE, takeRunLease, takeTurn } from '../own/lease.ts'
import { ownRun, prepareProcess } from '../own/owner.ts'
import { earlierRun, rememberRun } from '../own/run-idempotency.ts'
import { settleDeadRuns } from '../own/settle-dead-runs.ts'
import { createRun, type NewRun } from '../record/records.ts'
import { settleRun } from '../record/settle.ts'
import { environmentOf } from '../spawn/environment.ts'
import { publishRunEvent } from '../watch/announce-run.ts'
import { levelFor } from './confinement.ts'
import { limitsOf } from './run-limits.ts'
import { hiddenIn, type RunPlan } from './run-plan.ts'

/** A record holds the command; more than this would make it a file that nothing reads any more. */
const LONGEST_COMMAND = 256 * 1024

/** Records a run and gets it going; answers when it is under way, or waits for its turn. */
export async function startRun(call: Call, plan: RunPlan): Promise<Run> {
  refuseTooLong(plan)
  const level = await levelFor(call, plan)
  if (!isHosted(call, plan)) await prepareProcess(call, plan, level)
  await settleDeadRuns(call)
  const parent = parentOf(call)
  const budgets = parent === undefined && plan.agent === undefined ? undefined : await import('../budget/assign.ts')
  const { run, isNew } = await call.store.exclusively(() => {
    const earlier = earlierRun(call, plan)
    if (earlier === undefined) refuseTaken(call, plan)
    return earlier === undefined
      ? { run: record(call, plan, { level, parent, budget: budgets?.requireBudget(call, plan, parent) }), isNew: true }
      : { run: earlier, isNew: false }
  }, call.signal)
  return isNew ? begin(call, run, plan) : run
}

interface Circumstances {
  readonly level: Run['level']
  readonly parent: string | undefined
  readonly budget: BudgetAssignment | undefined
}

/** The record is on disk before anybody hears of it; the rest is one commit. */
function record(call: Call, plan: RunPlan, circumstances: Circumstances): Run {
  const { parent, budget } = circumstances
  const run = createRun(call, createMasker(hiddenIn(plan)).maskValue(recordOf(call, plan, circumstances)))
  const [{ exclusive, agent, access }, now] = [plan, call.clock.now()]
  const claim = {
    state: 'queued',
    since: now,
    nested: parent !== undefined,
    ...(exclusive !== undefined && { exclusive }),
    ...(agent !== undefined && { key: agent.key }),
    ...(access !== undefined && { access }),
  } as const
  immediateTransaction(call.store.state, () => {
    takeRunLease(call.store, run.id, { claim, now })
    // A host takes its own turn; whoever stays the owner need not write twice when a place is free.
    if (!isHosted(call, plan)) takeTurn(call.store, run.id, { concurrency: limitsOf(call).concurrency, now })
    rememberRun(call, plan, run.id)
    budget?.assign(run)
    publishRunEvent(call, run.id)
  })
  return run
}

/** Under the lock: two runs of one key would do the same work twice, and answer each other's questions. */
function refuseTaken({ store }: Call, { agent }: RunPlan): void {
  if (agent === undefined) return
  const taken = store.leases.alive(RUN_LEASE).find(lease => claimOf(lease).key === agent.key)
  if (taken === undefined) return
  throw refuse('conflict', `The run ${taken.id} is at ${agent.key} already.`, {
    target: agent.key,
    fix: shell`furrow runs show ${taken.id}`,
    details: { run: taken.id },
  })
}

async function begin(call: Call, run: Run, plan: RunPlan): Promise<Run> {
  try {
    const prepared = { ...plan, env: environmentFor(call, run, plan) }
    return await (isHosted(call, plan) ? handOver(call, run, prepared) : ownRun(call, run, prepared).started)
  } catch (error) {
    await settleRun(call, run, { status: 'failed', reason: String(error) })
    throw error
  }
}

function environmentFor({ env, home, workspace }: Call, { id }: Run, { network, secrets, variables, given }: RunPlan) {
  return environmentOf({
    parent: env,
    runId: id,
    root: workspace.root,
    own: { ...variables, FURROW_HOME: home.dir },
    ...(network !== undefined && { network }),
    ...(secrets !== undefined && { secrets }),
    ...(given !== undefined && { given }),
  })
}

function recordOf(call: Call, plan: RunPlan, more: Circumstances): NewRun {
  const { kind, id, door } = call.actor
  return {
    kind: plan.kind,
    label: plan.label,
    ...(plan.tool === undefined ? { argv: [...plan.argv] } : { tool: plan.tool }),
    ...(plan.agent !== undefined && { agent: plan.agent }),
    cwd: plan.cwd,
    status: 'queued',
    level: more.level,
    actor: { kind, id, door },
    trigger: call.operation,
    started_at: new Date(call.clock.now()).toISOString(),
    ...(more.parent !== undefined && { parent: more.parent }),
    ...(plan.timeoutSeconds !== undefined && { timeout_seconds: plan.timeoutSeconds }),
    ...(plan.links !== undefined && { links: [...plan.links] }),
    ...(isHosted(call, plan) && { detached: true }),
  }
}

/** A stdio server ends with its client, whenever that likes; what it started may not end with it. */
function isHosted({ traits }: Call, { detach }: RunPlan): boolean {
  return detach ?? traits.needsHost
}

function refuseTooLong({ argv }: RunPlan): void {
  const length = argv.reduce((sum, part) => sum + Buffer.byteLength(part), 0)
  if (length > LONGEST_COMMAND)
    throw refuse('too_large', `The command has ${length} bytes; at most ${LONGEST_COMMAND} can be recorded.`, {
      target: 'argv',
      fix: shell`furrow exec -- sh script.sh`,
    })
}
