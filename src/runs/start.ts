import { refuse } from '../operation/errors.ts'
import { shell } from '../operation/shell.ts'
import { immediately } from '../store/sqlite.ts'
import type { Call } from '../workspace/call.ts'
import { levelFor } from './confinement.ts'
import { handOver } from './host/hand-over.ts'
import { claimOf, RUN_LEASE, take, takeTurn } from './lease.ts'
import { limitsOf } from './limits.ts'
import { createMasker } from './mask/masker.ts'
import type { Run } from './model.ts'
import { announce } from './news.ts'
import { earlierRun, rememberRun } from './once.ts'
import { getReady, own } from './owner.ts'
import { hiddenIn, type RunPlan } from './plan.ts'
import { settleDead } from './reconcile.ts'
import { createRun, type NewRun } from './records.ts'
import { settle } from './settle.ts'
import { environmentOf, RUN_MARKER } from './spawn/environment.ts'

/** A record holds the command; more than this would make it a file that nothing reads any more. */
const LONGEST_COMMAND = 256 * 1024

/** Records a run and gets it going; answers when it is under way, or waits for its turn. */
export async function startRun(call: Call, plan: RunPlan): Promise<Run> {
  refuseTooLong(plan)
  const level = await levelFor(call, plan)
  if (!isHosted(call, plan)) await getReady(call, plan, level)
  await settleDead(call)
  const parent = parentOf(call)
  const { run, isNew } = await call.store.exclusively(() => {
    const earlier = earlierRun(call, plan)
    if (earlier === undefined) refuseTaken(call, plan)
    return earlier === undefined
      ? { run: record(call, plan, { level, parent }), isNew: true }
      : { run: earlier, isNew: false }
  }, call.signal)
  return isNew ? begin(call, run, plan) : run
}

interface Circumstances {
  readonly level: Run['level']
  readonly parent: string | undefined
}

/** The record is on disk before anybody hears of it; the rest is one commit. */
function record(call: Call, plan: RunPlan, { level, parent }: Circumstances): Run {
  const run = createRun(call, createMasker(hiddenIn(plan)).maskValue(recordOf(call, plan, { level, parent })))
  const [{ exclusive, agent }, now] = [plan, call.clock.now()]
  const claim = {
    state: 'queued',
    since: now,
    nested: parent !== undefined,
    ...(exclusive !== undefined && { exclusive }),
    ...(agent !== undefined && { key: agent.key }),
  } as const
  immediately(call.store.state, () => {
    take(call.store, run.id, { claim, now })
    // A host takes its own turn; whoever stays the owner need not write twice when a place is free.
    if (!isHosted(call, plan)) takeTurn(call.store, run.id, { concurrency: limitsOf(call).concurrency, now })
    rememberRun(call, plan, run.id)
    announce(call, run.id)
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
    return await (isHosted(call, plan) ? handOver(call, run, prepared) : own(call, run, prepared).started)
  } catch (error) {
    await settle(call, run, { status: 'failed', reason: String(error) })
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
function isHosted({ actor }: Call, { detach }: RunPlan): boolean {
  return detach ?? actor.door === 'mcp'
}

/** The run inside which this one is started, while it lives. */
function parentOf({ env, store }: Call): string | undefined {
  const id = env[RUN_MARKER]
  return id !== undefined && store.leases.find(id) !== undefined ? id : undefined
}

function refuseTooLong({ argv }: RunPlan): void {
  const length = argv.reduce((sum, part) => sum + Buffer.byteLength(part), 0)
  if (length > LONGEST_COMMAND)
    throw refuse('too_large', `The command has ${length} bytes; at most ${LONGEST_COMMAND} can be recorded.`, {
      target: 'argv',
      fix: shell`furrow exec -- sh script.sh`,
    })
}
