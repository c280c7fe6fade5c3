import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { isRefused } from '../../operation/errors.ts'
import { whyNotStored } from '../../store/database/sqlite.ts'
import type { MailboxMessage } from '../../store/locks/mailbox.ts'
import type { Call } from '../../workspace/call.ts'
import { type Meter, UNMETERED } from '../budget/unmetered.ts'
import { parentOf } from '../inside/around.ts'
import type { Containment, Run } from '../model.ts'
import { openOutput, type RunOutput } from '../output/record-output.ts'
import { endingOfTool } from '../protocol/ending.ts'
import { prewriteRecord } from '../record/prewrite-record.ts'
import { changeRun } from '../record/records.ts'
import { pruneRuns, removeRun } from '../record/retention.ts'
import { type RunEnding, settleRun } from '../record/settle.ts'
import { environmentOf } from '../spawn/environment.ts'
import { closeSparePipes, prepareSparePipes } from '../spawn/pipes.ts'
import { endForked, type ForkRequest, forkAhead, takeForked } from '../spawn/prefork.ts'
import { type ProcessEnd, type RunningProcess, startProcess } from '../spawn/start-process.ts'
import { confinementFor, levelFor } from '../start/confinement.ts'
import type { PreparedPlan, RunPlan } from '../start/run-plan.ts'
import { publishRunEvent } from '../watch/announce-run.ts'
import { deferred } from './deferred.ts'
import { claimOf, takeRunLease } from './lease.ts'
import { registerLocalRun } from './local-ends.ts'
import { CANCEL, listenToMailbox } from './owner-mailbox.ts'
import { isTransient } from './transient-errors.ts'
import { waitForTurn } from './wait-for-turn.ts'

const HEARTBEAT_MS = 5000
/** The grace period of a run, and some time to write its end down. */
const PATIENCE_MS = 10_000
/** Whoever waits for the end of a run is answered before a server tidies up after it. */
const ANSWER_MS = 20

/** Why an owner ends its run: somebody asked for it, a budget is used up, or the owner itself has to go. */
export type StopReason = { readonly status: 'cancelled' | 'interrupted' | 'over_budget'; readonly reason: string }

/** A run whose owner is this process: it queues, starts, logs, ends and settles it. */
export interface OwnedRun {
  /** Settles once the process runs, waits in the queue, or has failed to start. */
  readonly started: Promise<Run>
  readonly ended: Promise<Run>
}

/** How a run is carried out: a command by `execute`, an agent by a host of its own. */
export type ExecuteRun = (call: Call, life: MeteredExecution) => Promise<RunEnding>

export function ownRun(call: Call, run: Run, plan: PreparedPlan, work: ExecuteRun = execute): OwnedRun {
  const stopping = new AbortController()
  const stop = (why: StopReason) => stopping.abort(why)
  const { promise: underWay, resolve: tell } = deferred<Run>()
  const { promise: written, resolve: settled } = deferred<Run>()
  registerLocalRun(run.id, written)
  const mail = new EventEmitter<{ letter: [MailboxMessage] }>()
  const ended = live(call, { run, plan, work, stop, stopping: stopping.signal, tell, settled, mail })
  // A bug of ours writes no end; nobody is to wait for one then.
  ended.then(settled, () => settled(run))
  const ears = listenToMailbox(call, run.id, letter => {
    if (letter.kind === CANCEL) stop({ status: 'cancelled', reason: `Cancelled by ${letter.actor.id}.` })
    else mail.emit('letter', letter)
  })
  const heart = setInterval(() => beat(call, run.id), HEARTBEAT_MS)
  const closing = call.beforeClose(async () => {
    stop({ status: 'interrupted', reason: 'Its owner was closed.' })
    await Promise.race([ended, delay(PATIENCE_MS, undefined, { ref: false })])
  })
  const release = () => {
    clearInterval(heart)
    ears[Symbol.dispose]()
    closing[Symbol.dispose]()
  }
  void ended.finally(release)
  return { started: Promise.race([underWay, ended]), ended }
}

/** A beat that cannot be written is missed by those alone who cannot see this process. */
function beat(call: Call, id: string): void {
  try {
    if (call.store.state.isOpen) call.store.leases.renew(id, call.clock.now())
  } catch (error) {
    if (!isTransient(error, call)) throw error
  }
}

export interface RunExecution {
  readonly run: Run
  readonly plan: PreparedPlan
  readonly work: ExecuteRun
  stop(why: StopReason): void
  readonly stopping: AbortSignal
  /** `letter`: something else than a cancel came for the owner. */
  readonly mail: EventEmitter<{ letter: [MailboxMessage] }>
  readonly tell: (run: Run) => void
  /** The end is written; what follows is tidying up. */
  readonly settled: (run: Run) => void
}

export interface MeteredExecution extends RunExecution {
  /** Counts what it uses. */
  readonly meter: Meter
}

async function live(call: Call, life: RunExecution): Promise<Run> {
  try {
    const settled = await settleRun(call, life.run, await endingOf(call, life))
    life.settled(settled)
    if (!call.traits.endsWithCall) await delay(ANSWER_MS)
    await pruneIfPossible(call, settled)
    await haveNextReady(call, life)
    forgetAtClose(call, settled)
    return settled
  } catch (error) {
    // A bug of ours: the record must not say that it runs for ever, and nobody may overlook the bug.
    await settleRun(call, life.run, { status: 'failed', reason: `Furrow failed: ${String(error)}` })
    throw error
  }
}

/** What cannot be removed now is removed after the next run. */
async function pruneIfPossible(call: Call, run: Run): Promise<void> {
  try {
    await pruneRuns(call, run)
  } catch (error) {
    if (call.store.state.isOpen && !isTransient(error, call)) throw error
  }
}

async function endingOf(call: Call, life: RunExecution): Promise<RunEnding> {
  const { run, stopping, tell } = life
  try {
    const onWait = (position: number) => tell({ ...run, position })
    if (!(await waitForTurn(call, { id: run.id, signal: stopping, onWait }))) return stopping.reason as StopReason
    using meter = await meterFor(call, life)
    return await life.work(call, { ...life, meter })
  } catch (error) {
    const reason = whyNotStored(error, call.store.folder)
    if (isRefused(reason)) return { status: 'failed', reason: reason.message }
    throw error
  }
}

/** Only what an agent does, and what is started inside of a run, uses budgets. */
async function meterFor(call: Call, { run, stop }: RunExecution): Promise<Meter> {
  if (run.kind !== 'agent' && run.parent === undefined) return UNMETERED
  const { openMeter } = await import('../budget/meter.ts')
  return openMeter(call, run, reason => stop({ status: 'over_budget', reason }))
}

async function execute(call: Call, { run, plan, stopping, tell }: RunExecution): Promise<RunEnding> {
  const began = performance.now()
  await using output = await openOutput(call, run.id, plan)
  await using child = await launch(call, run, plan)
  const copied = output.copy(child)
  // When something below fails first, nobody awaits it any more.
  copied.catch(() => undefined)
  const isBrief = isBriefTool(plan)
  const containment = await containmentOf(child)
  const marking = isBrief ? markLater(call, run, child, containment) : undefined
  const foresight = isBrief ? prewriteRecord(call, run, { output, began, containment }) : undefined
  tell(await (marking?.marked ?? markRunning(call, run, child, containment)))
  const cancel = () => void child.cancel()
  stopping.addEventListener('abort', cancel)
  if (stopping.aborted) cancel()
  const [ended, kept] = await Promise.all([child.done, copied.then(() => output.finish())])
  stopping.removeEventListener('abort', cancel)
  await marking?.over()
  const duration_ms = Math.round(performance.now() - began)
  const ending = { ...outcomeOf(ended, stopping), duration_ms, ...containment, ...kept }
  const settled = plan.tool === undefined ? ending : await settledTool(ending, output, plan)
  return foresight === undefined ? settled : foresight.confirm(settled)
}

const LAST_LINES = 10

async function settledTool(ended: RunEnding, output: RunOutput, plan: PreparedPlan): Promise<RunEnding> {
  const { result } = output
  const lastLines = result === undefined ? await output.lastLines(LAST_LINES) : []
  const ending = endingOfTool(ended, { result, lastLines, plan })
  await output.keepEvents(ending.result)
  return ending
}

async function launch(call: Call, run: Run, plan: PreparedPlan): Promise<RunningProcess> {
  const request = await requestFor(call, run, plan)
  const timeoutMs = plan.timeoutSeconds === undefined ? undefined : plan.timeoutSeconds * 1000
  const forked = plan.forkable === true ? await takeForked(request) : undefined
  if (forked === undefined) return startProcess({ ...request, ...(timeoutMs !== undefined && { timeoutMs }) })
  if (timeoutMs !== undefined) forked.limit(timeoutMs)
  return forked
}

async function requestFor(call: Call, run: Run, plan: PreparedPlan): Promise<ForkRequest> {
  return {
    argv: plan.argv,
    cwd: plan.cwd,
    confinement: await confinementFor(call, plan, run),
    env: plan.env,
    ...(plan.stdin !== undefined && { stdin: plan.stdin }),
  }
}

/** What is not to be kept goes with its owner; of a host, which ends with its run, the next one like it clears away. */
function forgetAtClose(call: Call, { id, tool }: Run): void {
  if (tool?.passing !== true || call.operation === 'run.host') return
  call.beforeClose(async () => removeRun(call, id))
}

/**
 * A Node for the run that is about to be recorded: it starts meanwhile, and learns what it is to do when the record is
 * on disk.
 */
export async function prepareProcess(call: Call, plan: RunOutline, level: Run['level']): Promise<void> {
  if (plan.forkable !== true) return
  endWithApp(call)
  const { env, workspace } = call
  const { network = false, argv, cwd } = plan
  const start = environmentOf({ parent: env, runId: '', root: workspace.root, network })
  const parent = parentOf(call)
  const confinement = await confinementFor(call, plan, { level, ...(parent !== undefined && { parent }) })
  await forkAhead({ argv, cwd, env: start, confinement })
}

/** What is known of a run before it is planned. */
export type RunOutline = Pick<RunPlan, 'kind' | 'argv' | 'cwd' | 'network' | 'forkable'>

/** The same before anything else is known of the run. Whoever closes meanwhile ends what was begun. */
export function prepareProcessEarly(call: Call, plan: RunOutline): Promise<void> {
  const ready = levelFor(call, plan).then(level => prepareProcess(call, plan, level))
  const settled = ready.catch(() => undefined)
  call.beforeClose(async () => {
    await settled
    await endAhead()
  })
  return settled
}

const closingForks = new WeakSet<Call['beforeClose']>()

/** A server has the next one ready: whoever ran a tool once does so again. */
async function haveNextReady(call: Call, { run, plan, stopping }: RunExecution): Promise<void> {
  if (call.traits.endsWithCall || call.operation === 'run.host' || plan.forkable !== true) return
  // Whoever is closing has ended what was ready, and waits for nothing new.
  const isClosing = () => stopping.aborted || !call.store.state.isOpen
  if (isClosing()) return
  const request = await requestFor(call, run, plan)
  if (isClosing()) return
  endWithApp(call)
  await (call.env.FURROW_FORK_AHEAD === '0' ? prepareSparePipes() : forkAhead(request))
}

/** Once for each app, which gives all of its calls the same `beforeClose`. */
function endWithApp({ beforeClose }: Call): void {
  if (closingForks.has(beforeClose)) return
  closingForks.add(beforeClose)
  beforeClose(endAhead)
}

async function endAhead(): Promise<void> {
  closeSparePipes()
  await endForked()
}

/** Somebody waits for the end of a tool that mostly comes at once; that it runs is then not worth a write of its own. */
function isBriefTool({ tool }: PreparedPlan): boolean {
  return tool !== undefined && tool.streaming !== true && tool.mode === 'run'
}

const BRIEF_MS = 100

interface Marking {
  /** As it is known so far. */
  readonly marked: Run
  over(): Promise<unknown>
}

function markLater(call: Call, run: Run, child: RunningProcess, containment: Containment): Marking {
  claimChild(call, run, child)
  // A record that is written late says when it started, not when it was written: it may have ended by then.
  const more = { ...containment, started_at: new Date(call.clock.now()).toISOString() }
  let written: Promise<unknown> = Promise.resolve()
  const timer = setTimeout(() => {
    written = markRunning(call, run, child, more).catch(() => undefined)
  }, BRIEF_MS)
  return {
    marked: { ...run, status: 'running', ...containment },
    over() {
      clearTimeout(timer)
      return written
    },
  }
}

/** What its start showed; nothing for a command of the person's own. */
export async function containmentOf({ missingWalls }: Pick<RunningProcess, 'missingWalls'>): Promise<Containment> {
  const missing = await missingWalls
  if (missing === undefined) return {}
  return missing.length === 0 ? { contained: true } : { contained: false, missing: [...missing] }
}

/** The lease learns the process first: from then on it can be ended by others when this owner is gone. */
export async function markRunning(
  call: Call,
  run: Run,
  child: Pick<RunningProcess, 'pid' | 'startTime'>,
  more: Partial<Run> = {},
): Promise<Run> {
  const { store, clock } = call
  claimChild(call, run, child)
  const started_at = new Date(clock.now()).toISOString()
  const changed = await store.exclusively(() =>
    changeRun(call, run.id, now => ({ ...now, status: 'running', started_at, ...more })),
  )
  publishRunEvent(call, run.id)
  return changed ?? { ...run, status: 'running', started_at, ...more }
}

function claimChild(
  { store, clock }: Call,
  run: Run,
  { pid, startTime }: Pick<RunningProcess, 'pid' | 'startTime'>,
): void {
  const lease = store.leases.find(run.id)
  if (lease !== undefined)
    takeRunLease(store, run.id, {
      claim: { ...claimOf(lease), state: 'running', child: { pid, startTime } },
      now: clock.now(),
    })
}

const TOO_LARGE = 'It wrote a file larger than runs.file_mb allows.'

function outcomeOf({ exitCode, signal, cause }: ProcessEnd, stopping: AbortSignal): RunEnding {
  const told = { exit_code: exitCode, ...(signal !== null && { signal }) }
  if (cause === 'timeout') return { status: 'timed_out', ...told }
  if (signal === 'SIGXFSZ') return { status: 'failed', reason: TOO_LARGE, ...told }
  if (cause === 'cancel') return { ...(stopping.reason as StopReason), ...told }
  return { status: exitCode === 0 ? 'succeeded' : 'failed', ...told }
}
