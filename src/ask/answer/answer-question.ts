import { isRefused } from '../../operation/errors.ts'
import { waitForEnd } from '../../runs/watch/wait-for-run.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesAt } from '../../workspace/workspace-files.ts'
import { changeTurn, editThreads, newThread, type ThreadTransaction, writeThread } from '../threads/edit.ts'
import { AMA, type AnswerMethod, type Thread, type Turn } from '../threads/model.ts'
import { requireThread } from '../threads/thread-files.ts'
import { threadFolderOf } from '../threads/thread-folder.ts'
import { nextTurnId, titleFrom } from '../threads/title.ts'
import { awaitOrDetach } from './await-or-detach.ts'
import * as contracts from './contracts.ts'
import { extract } from './extract.ts'
import type { TurnRef } from './lease.ts'
import { releaseTurnLease, takeTurnLease } from './lease.ts'
import { renderAsked } from './render-answer.ts'
import { retrieve } from './retrieve.ts'
import { fallbackToExtract, settleTurns } from './settle.ts'
import { hasAgent, launch } from './synthesize.ts'
import { askedOf } from './view-answer.ts'

export const answer = implement(() => contracts.answer, {
  async run(call, { question, thread_id, title, origin, way }) {
    const chosen = way ?? wayFor(call)
    const where = await begin(call, { question, thread_id, title, origin })
    await awaitOrDetach(call, staying => answerTurn(staying, where, chosen))
    return askedOf(await afterwards(call, where), where.turn)
  },
  render: renderAsked,
})

interface AskInput {
  readonly question: string
  readonly thread_id: string | undefined
  readonly title: string | undefined
  readonly origin: string | undefined
}

/** The question is on disk before anything is done about it. */
function begin(call: Call, { question, thread_id, title = '', origin }: AskInput): Promise<TurnRef> {
  return editThreads(call, { tool: AMA }, section => {
    const { tx, place, at } = section
    const thread =
      thread_id === undefined
        ? { ...newThread(call, section, title.trim()), ...(origin !== undefined && { origin }) }
        : requireThread(tx, place, thread_id)
    const turn = { id: nextTurnId(thread.turns), question, sources: [], synthesis: null, created_at: at }
    const named = thread.title === '' && thread.turns.length === 0 ? titleFrom(question) : thread.title
    writeThread(section, {
      ...thread,
      title: named,
      updated_at: at,
      turns: [...thread.turns, { ...turn, status: 'searching' }],
    })
    tx.describe(`asked: ${titleFrom(question)}`)
    const where = { thread: thread.id, turn: turn.id }
    takeTurnLease(call, where)
    return where
  })
}

async function answerTurn(call: Call, where: TurnRef, way: AnswerMethod): Promise<void> {
  try {
    const turn = await search(call, where, way)
    if (turn.way === 'agent') await synthesize(call, where)
  } finally {
    releaseTurnLease(call, where)
  }
}

/** A client that asks over MCP can write the answer itself; anybody else needs an agent, or gets the passages. */
function wayFor(call: Call): AnswerMethod {
  if (call.traits.writesAnswers) return 'client'
  return hasAgent(call) ? 'agent' : 'extract'
}

async function search(call: Call, where: TurnRef, way: AnswerMethod): Promise<Turn> {
  const { turns } = threadNow(call, where)
  const at = turns.findIndex(({ id }) => id === where.turn)
  try {
    call.progress({ message: 'Looking for the passages that matter' })
    const earlier = turns
      .slice(0, at)
      .map(({ question, sources }) => ({ question, files: sources.map(({ path }) => path) }))
    const sources = await retrieve(call, { question: turns[at]?.question ?? '', earlier })
    return await record(call, where, 'found', () => ({ sources, ...beginningOf(way, sources) }))
  } catch (error) {
    await record(call, where, 'failed', () => ({ status: 'failed', problem: problemOf(call, error) }))
    throw error
  }
}

function problemOf({ signal }: Call, error: unknown): string {
  if (signal.aborted) return 'The search was stopped before its end. Ask again.'
  return isRefused(error) ? error.message : `The search failed: ${String(error)}`
}

/** Without anybody to write it the answer is there at once. */
function beginningOf(way: AnswerMethod, sources: Turn['sources']): Partial<Turn> {
  if (way === 'extract') return { status: 'answered', way, synthesis: extract(sources) }
  return { status: 'answering', way }
}

async function synthesize(call: Call, where: TurnRef): Promise<void> {
  const thread = threadNow(call, where)
  const turn = turnOf(thread, where)
  try {
    const run = await launch(call, thread, turn)
    await record(call, where, 'run', () => ({ run_id: run.id }))
  } catch (error) {
    if (!isRefused(error)) throw error
    await record(call, where, 'instead', now => fallbackToExtract(now, error.message))
  }
}

/** At a terminal somebody waits for the answer; every other door shows it when it comes. */
async function afterwards(call: Call, where: TurnRef): Promise<Thread> {
  const run = turnOf(threadNow(call, where), where).run_id
  if (run !== undefined && call.traits.endsWithCall) {
    call.progress({ message: 'The agent writes the answer' })
    await waitForEnd(call, run, call.signal)
  }
  return settleTurns(call, threadNow(call, where))
}

async function record(call: Call, where: TurnRef, part: string, change: (turn: Turn) => Partial<Turn>): Promise<Turn> {
  const thread = await editThreads(call, { tool: AMA, part }, section =>
    changeTurn(section, { id: where.thread, turn: where.turn }, turn => changed(section, turn, change(turn))),
  )
  return turnOf(thread, where)
}

function changed({ at }: ThreadTransaction, turn: Turn, more: Partial<Turn>): Turn {
  const over = more.status === 'answered' || more.status === 'failed'
  return { ...turn, ...more, ...(over && { completed_at: at }) }
}

function threadNow(call: Call, { thread }: TurnRef): Thread {
  const place = threadFolderOf(call, AMA)
  return requireThread(filesAt(place.root), place, thread)
}

function turnOf({ turns }: Thread, { turn }: TurnRef): Turn {
  const found = turns.find(({ id }) => id === turn)
  if (found === undefined) throw new Error(`the turn ${turn} is gone`)
  return found
}
