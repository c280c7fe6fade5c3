import { PassThrough, Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { ndJsonStream } from '@agentclientprotocol/sdk'
import { createMasker, type Masker } from '../../runs/mask/masker.ts'
import type { AgentPart, AgentRun, Run } from '../../runs/model.ts'
import { recordRunOutput } from '../../runs/output/record.ts'
import { containmentOf, type ExecuteRun, type MeteredExecution, markRunning } from '../../runs/own/owner.ts'
import { logFolder } from '../../runs/record/record-files.ts'
import type { RunEnding } from '../../runs/record/settle.ts'
import { limited } from '../../runs/spawn/sandbox.ts'
import { type RunningProcess, startProcess } from '../../runs/spawn/start-process.ts'
import { limitsOf } from '../../runs/start/run-limits.ts'
import { hiddenIn } from '../../runs/start/run-plan.ts'
import type { Call } from '../../workspace/call.ts'
import { proofs } from '../agent-ports.ts'
import { readAgents } from '../config/read-agents.ts'
import { confineAgent } from '../containment/contain.ts'
import { makeTemporaryFolder } from '../containment/temporary.ts'
import { agentEventsFile } from '../events.ts'
import { Broker } from '../permissions/broker.ts'
import { type Action, decide } from '../permissions/permission-rules.ts'
import { closeWork } from '../worktree/close.ts'
import { preparePlace, type WorkPlace } from '../worktree/place.ts'
import { furrowClient } from './client.ts'
import { converse } from './converse.ts'
import { type Journal, openJournal } from './journal.ts'
import { jsonLines } from './json-lines.ts'
import { announcePermissions, noteInRun } from './note.ts'
import { endingOf, type SessionOutcome } from './outcome.ts'
import { Terminals } from './terminals.ts'
import { followUsage } from './usage.ts'

/** How an agent reaches Furrow from inside its run. */
export interface RunDoor extends AsyncDisposable {
  /** The command of a bridge between standard input and output, and the door. */
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Where its socket is. */
  readonly folder: string
}

export type OpenDoor = (run: Run, root: string) => Promise<RunDoor>

/** The work of the host of an agent run: a place, the agent in it, one conversation, and what is left of it. */
export function agentWork(openDoor: OpenDoor): ExecuteRun {
  return async (call, life) => {
    const { agent } = life.run
    if (agent === undefined) throw new Error(`${life.run.id} is no run of an agent`)
    return drive(call, life, { run: { ...life.run, agent }, openDoor })
  }
}

/** Where the agent works, and what it has for temporary files. */
type RunPlace = WorkPlace & { readonly temporary: string }

interface Driven {
  readonly run: AgentRun
  readonly openDoor: OpenDoor
}

async function drive(call: Call, life: MeteredExecution, { run, openDoor }: Driven): Promise<RunEnding> {
  const began = performance.now()
  // What Furrow does to prepare is no work of the agent.
  life.meter.pause(true)
  const masker = createMasker(hiddenIn(life.plan))
  const folder = logFolder(call, run.id)
  const file = agentEventsFile(call, run.id)
  await using journal = await openJournal({ file, folder, masker, logBytes: limitsOf(call).logBytes })
  using temporary = makeTemporaryFolder()
  const place = { ...(await preparePlace(call, run)), temporary: temporary.folder }
  const outcome = await proven(
    call,
    { run, place },
    await inPlace(call, life, { run, place, journal, masker, openDoor }),
  )
  const work = { ...run, agent: { ...run.agent, ...placed(place) } }
  const changes = await closeWork(call, work, outcome.resumable === true)
  if (changes.left_out !== undefined)
    journal.add({ type: 'note', text: `Left out of the result: ${changes.left_out.join(', ')}` })
  const used = life.meter.used()
  const ending = endingOf(outcome, { turns: journal.turns, answer: journal.answer, ...(used && { used }) })
  journal.add(ending.event)
  const kept = await journal.finish()
  const duration_ms = Math.round(performance.now() - began)
  return { ...kept, ...ending.told, duration_ms, agent: { ...ending.agent, ...placed(place), ...changes } }
}

/** What an agent calls done is looked at where somebody can tell; what is not done is a failure with its reasons. */
async function proven(
  call: Call,
  { run, place }: { run: AgentRun; place: RunPlace },
  outcome: SessionOutcome,
): Promise<SessionOutcome> {
  if (outcome.kind !== 'answered' || outcome.stopReason !== 'end_turn' || run.agent.profile !== 'write') return outcome
  const prove = await call.port(proofs)
  const confinement = await confineAgent(call, run.agent, place)
  const problems = (await prove(call, { run, root: place.root, confinement })) ?? []
  if (problems.length === 0) return outcome
  const { stopReason: _, ...facts } = outcome
  return { ...facts, kind: 'failed', reason: `The work is not done: ${problems.join(' ')}` }
}

function placed({ root, snapshot }: WorkPlace): Partial<AgentPart> {
  return snapshot === undefined ? {} : { snapshot, worktree: root }
}

interface SessionStage extends Driven {
  readonly place: RunPlace
  readonly journal: Journal
  readonly masker: Masker
}

async function inPlace(call: Call, life: MeteredExecution, stage: SessionStage): Promise<SessionOutcome> {
  const { run, place, journal, masker } = stage
  await using door = await stage.openDoor(run, place.root)
  const fenced = limited(await confineAgent(call, run.agent, { ...place, door: door.folder }), limitsOf(call).resources)
  const given = life.plan.given ?? {}
  const env = { ...life.plan.env, SDLC_ROOT: place.root }
  const isKept = (name: string) => name === 'PATH' || !Object.hasOwn(given, name)
  const clean = Object.fromEntries(Object.entries(env).filter(([name]) => isKept(name)))
  const onMissingWalls = (missing: readonly string[]) =>
    noteInRun(call, run.id, now => ({
      ...now,
      contained: false,
      missing: [...new Set([...(now.missing ?? []), ...missing])],
    }))
  await using terminals = new Terminals({ confinement: fenced, env: clean, masker, onMissingWalls })
  const input = new PassThrough()
  await using child = await startProcess({
    argv: life.plan.argv,
    cwd: place.root,
    env,
    confinement: fenced,
    stdin: input,
  })
  const agent: AgentPart = {
    ...run.agent,
    ...placed(place),
    ...(place.snapshot !== undefined && { changes: 'open' as const }),
  }
  life.tell(await markRunning(call, run, child, { cwd: place.root, agent, ...(await containmentOf(child)) }))
  const heard = recordRunOutput(child.stderr, journal.stderr).catch(() => undefined)
  const outcome = await runConversation(call, life, { ...stage, run: { ...run, agent }, door, terminals, child, input })
  input.end()
  await Promise.race([child.exited, delay(LEAVE_MS, undefined, { ref: false })])
  await child.cancel()
  await heard
  return outcome
}

/** An agent whose input has ended may still write its session down. */
const LEAVE_MS = 1500

interface SessionConversation extends SessionStage {
  readonly door: RunDoor
  readonly terminals: Terminals
  readonly child: RunningProcess
  readonly input: PassThrough
}

async function runConversation(
  call: Call,
  life: MeteredExecution,
  stage: SessionConversation,
): Promise<SessionOutcome> {
  const { run, place, journal, masker, terminals, child, input } = stage
  const { profile, attended } = run.agent
  const rules = readAgents(call)
  const judge = (action: Action) => decide(action, { profile, attended, rules })
  life.meter.pause(false)
  const usage = followUsage(life.meter, run.agent)
  const broker = new Broker({
    decide: judge,
    now: () => call.clock.now(),
    async waiting(pending) {
      life.meter.pause(pending.length > 0)
      const status = pending.length > 0 ? 'waiting' : 'running'
      await noteInRun(call, run.id, now => ({
        ...now,
        status,
        agent: { ...now.agent, pending: masker.maskValue([...pending]) },
      }))
      announcePermissions(call, run.id)
    },
    asked(permission, { verdict, by }) {
      const { id, title, tool, paths, input: wanted } = permission
      const told = { permission: id, title, tool, paths, answer: verdict, by }
      journal.add({ type: 'permission', ...told, ...(wanted !== undefined && { input: wanted }) })
      journal.line(
        'note',
        verdict === 'ask' ? askLine(run.id, id, `${tool}: ${title}`) : `${verdict} ${tool}: ${title}`,
      )
    },
    answered(permission, answer, by) {
      journal.add({ type: 'answered', permission, answer, by })
      journal.line('note', `${answer}, said ${by}`)
    },
  })
  life.mail.on('letter', letter => broker.take(letter))
  let replaying = false
  const app = furrowClient({
    root: place.root,
    profile,
    journal,
    broker,
    terminals,
    decide: judge,
    onProgress: () => usage.see(journal),
    onUsage: told => usage.report(told),
    isReplaying: () => replaying,
  })
  const stdout = jsonLines(child.stdout, line => void journal.line('note', line))
  const stream = ndJsonStream(
    Writable.toWeb(input) as WritableStream<Uint8Array>,
    Readable.toWeb(stdout) as unknown as ReadableStream<Uint8Array>,
  )
  const connection = app.connect(stream)
  try {
    const outcome = await converse({
      call,
      run,
      connection,
      child,
      door: stage.door,
      root: place.root,
      stopping: life.stopping,
      journal,
      replay: on => {
        replaying = on
      },
      hush: () => broker.close(),
    })
    return { ...outcome, ...(usage.cost !== undefined && { cost: usage.cost }) }
  } finally {
    broker.close()
    connection.close()
  }
}

function askLine(run: string, permission: string, what: string): string {
  return `? ${what}  (furrow runs permit ${run} allow --permission ${permission})`
}
