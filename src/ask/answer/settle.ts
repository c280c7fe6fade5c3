import { agentAnswer } from '../../agents/launch.ts'
import { isRefused } from '../../operation/errors.ts'
import { isOver, type Run } from '../../runs/model.ts'
import { readRunRecord, runIds } from '../../runs/record/records.ts'
import { viewRun } from '../../runs/show/view-run.ts'
import { resolveInside } from '../../store/files/contain.ts'
import { writeDurably } from '../../store/files/files.ts'
import type { Call } from '../../workspace/call.ts'
import { filesAt } from '../../workspace/workspace-files.ts'
import type { Thread, Turn } from '../threads/model.ts'
import { printThread, readStoredThread } from '../threads/thread-files.ts'
import { fileOf, threadFolderOf } from '../threads/thread-folder.ts'
import { isOpenTurn } from '../threads/title.ts'
import { extract } from './extract.ts'
import { hasTurnLease } from './lease.ts'

type TurnEnding = Partial<Turn>

/**
 * The thread with every answer that is there by now. Whoever looks writes down what has ended: no process has to live
 * until then, and a browser least of all.
 */
export async function settleTurns(call: Call, thread: Thread): Promise<Thread> {
  const endings = new Map<string, TurnEnding>()
  for (const turn of thread.turns.filter(isOpenTurn)) {
    const ending = await endingOf(call, thread, turn)
    if (ending !== undefined) endings.set(turn.id, ending)
  }
  if (endings.size === 0) return thread
  try {
    return await call.store.exclusively(() => write(call, thread, endings))
  } catch (error) {
    // Where nothing can be written now it is still shown; the next look writes it.
    if (isRefused(error)) return withEndings(call, thread, endings)
    throw error
  }
}

async function endingOf(call: Call, thread: Thread, turn: Turn): Promise<TurnEnding | undefined> {
  if (hasTurnLease(call, { thread: thread.id, turn: turn.id })) return undefined
  if (turn.status === 'searching')
    return { status: 'failed', problem: 'The search for passages exited unexpectedly. Ask again.' }
  if (turn.way !== 'agent') return undefined
  const run = await runOf(call, thread, turn)
  if (run === undefined) return fallbackToExtract(turn, 'The run of the agent is gone.')
  if (!isOver(run)) return run.id === turn.run_id ? undefined : { run_id: run.id }
  const text = await agentAnswer(call, run.id)
  if (text !== null && text.trim() !== '') return { status: 'answered', synthesis: text.trim(), run_id: run.id }
  return {
    ...fallbackToExtract(turn, `The agent ended (${run.status}${said(run)}) without an answer.`),
    run_id: run.id,
  }
}

/** The passages stand for themselves when nobody wrote anything. */
export function fallbackToExtract({ sources }: Pick<Turn, 'sources'>, problem: string): TurnEnding {
  return { status: 'answered', way: 'extract', synthesis: extract(sources), problem }
}

function said({ reason }: Run): string {
  return reason === undefined ? '' : `: ${reason}`
}

/** Of a killed launch the run may be there and its id not yet in the thread: then it is known by its key. */
async function runOf(call: Call, thread: Thread, turn: Turn): Promise<Run | undefined> {
  const id = turn.run_id ?? runWithKey(call, askJobKey(thread.id, turn.id))
  if (id === undefined) return undefined
  try {
    return await viewRun(call, id)
  } catch (error) {
    if (isRefused(error) && error.code === 'not_found') return undefined
    throw error
  }
}

export function askJobKey(thread: string, turn: string): string {
  return `ask:${thread}:${turn}`
}

function runWithKey(call: Call, key: string): string | undefined {
  return runIds(call).find(id => {
    const row = readRunRecord(call, id)
    return row !== undefined && 'run' in row && row.run.agent?.key === key
  })
}

/** Under the lock and outside the journal: nobody undoes that an answer came. */
function write(call: Call, { id, tool_name: tool }: Thread, endings: ReadonlyMap<string, TurnEnding>): Thread {
  const place = threadFolderOf(call, tool)
  const files = filesAt(place.root)
  const now = readStoredThread(files, place, id)
  if (now === undefined) throw new Error(`the thread ${id} was removed meanwhile`)
  const next = withEndings(call, now, endings)
  const file = fileOf(place, id)
  const text = printThread(next, files.read(file)?.bytes, file)
  writeDurably(resolveInside(place.root, file, { write: true }), Buffer.from(text), 0o600)
  const { store, actor, clock } = call
  store.events.publish({ worktree: store.worktree, kind: 'thread', id, actor, at: clock.now() })
  return next
}

function withEndings({ clock }: Call, thread: Thread, endings: ReadonlyMap<string, TurnEnding>): Thread {
  const at = new Date(clock.now()).toISOString()
  const turns = thread.turns.map(turn => {
    const ending = endings.get(turn.id)
    if (ending === undefined || !isOpenTurn(turn)) return turn
    return { ...turn, ...ending, ...(ending.status !== undefined && { completed_at: at }) }
  })
  return { ...thread, updated_at: at, turns }
}
