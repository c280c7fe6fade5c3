import { isRefused } from '../../operation/errors.ts'
import { waitForEnd } from '../../runs/wait.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesAt } from '../../workspace/files.ts'
import { changeTurn, inThreads, newThread, put, type Section } from '../threads/edit.ts'
import { AMA, type Thread, type Turn, type Way } from '../threads/model.ts'
import { placeOf } from '../threads/place.ts'
import { requireThread } from '../threads/shelf.ts'
import { nextTurnId, titleFrom } from '../threads/title.ts'
import * as contracts from './contracts.ts'
import { extract } from './extract.ts'
import { waitOrGoOn } from './later.ts'
import { hold, letGo } from './lease.ts'
import { renderAsked } from './render.ts'
import { retrieve } from './retrieve.ts'
import { instead, settleTurns } from './settle.ts'
import { hasAgent, launch } from './synthesize.ts'
import { askedOf } from './view.ts'

export const answer = implement(contracts.answer, {
  async run(call, { question, thread_id, title, origin, way }) {
    const chosen = way ?? wayFor(call)
    const where = await begin(call, { question, thread_id, title, origin })
    await waitOrGoOn(call, staying => carryOut(staying, where, chosen))
    return askedOf(await afterwards(call, where), where.turn)
  },
  render: renderAsked,
})

interface Where {
  readonly thread: string
  readonly turn: string
}

interface Asking {
  readonly question: string
  readonly thread_id: string | undefined
  readonly title: string | undefined
  readonly origin: string | undefined
}

/** The question is on disk before anything is done about it. */
function begin(call: Call, { question, thread_id, title = '', origin }: Asking): Promise<Where> {
  return inThreads(call, { tool: AMA }, section => {
    const { tx, place, at } = section
    const thread =
      thread_id === undefined
        ? { ...newThread(call, section, title.trim()), ...(origin !== undefined && { origin }) }
        : requireThread(tx, place, thread_id)
    const turn = { id: nextTurnId(thread.turns), question, sources: [], synthesis: null, created_at: at }
    const named = thread.title === '' && thread.turns.length === 0 ? titleFrom(question) : thread.title
    put(section, {
      ...thread,
      title: named,
      updated_at: at,
      turns: [...thread.turns, { ...turn, status: 'searching' }],
    })
    tx.describe(`asked: ${titleFrom(question)}`)
    const where = { thread: thread.id, turn: turn.id }
    hold(call, where)
    return where
  })
}

async function carryOut(call: Call, where: Where, way: Way): Promise<void> {
  try {
    const turn = await search(call, where, way)
    if (turn.way === 'agent') await synthesize(call, where)
  } finally {
    letGo(call, where)
  }
}

/** A client that asks over MCP can write the answer itself; anybody else needs an agent, or gets the passages. */
function wayFor(call: Call): Way {
  if (call.actor.door === 'mcp') return 'client'
  return hasAgent(call) ? 'agent' : 'extract'
}

async function search(call: Call, where: Where, way: Way): Promise<Turn> {
  const { turns } = threadNow(call, where)
  const at = turns.findIndex(({ id }) => id === where.turn)
  try {
    call.progress({ message: 'Looking for the passages that matter' })
    const earlier = turns.slice(0, at).map(({ question }) => question)
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
function beginningOf(way: Way, sources: Turn['sources']): Partial<Turn> {
  if (way === 'extract') return { status: 'answered', way, synthesis: extract(sources) }
  return { status: 'answering', way }
}

async function synthesize(call: Call, where: Where): Promise<void> {
  const thread = threadNow(call, where)
  const turn = turnOf(thread, where)
  try {
    const run = await launch(call, thread, turn)
    await record(call, where, 'run', () => ({ run_id: run.id }))
  } catch (error) {
    if (!isRefused(error)) throw error
    await record(call, where, 'instead', now => instead(now, error.message))
  }
}

/** At a terminal somebody waits for the answer; every other door shows it when it comes. */
async function afterwards(call: Call, where: Where): Promise<Thread> {
  const run = turnOf(threadNow(call, where), where).run_id
  if (run !== undefined && call.actor.door === 'cli') {
    call.progress({ message: 'The agent writes the answer' })
    await waitForEnd(call, run, call.signal)
  }
  return settleTurns(call, threadNow(call, where))
}

async function record(call: Call, where: Where, part: string, change: (turn: Turn) => Partial<Turn>): Promise<Turn> {
  const thread = await inThreads(call, { tool: AMA, part }, section =>
    changeTurn(section, { id: where.thread, turn: where.turn }, turn => changed(section, turn, change(turn))),
  )
  return turnOf(thread, where)
}

function changed({ at }: Section, turn: Turn, more: Partial<Turn>): Turn {
  const over = more.status === 'answered' || more.status === 'failed'
  return { ...turn, ...more, ...(over && { completed_at: at }) }
}

function threadNow(call: Call, { thread }: Where): Thread {
  const place = placeOf(call, AMA)
  return requireThread(filesAt(place.root), place, thread)
}

function turnOf({ turns }: Thread, { turn }: Where): Turn {
  const found = turns.find(({ id }) => id === turn)
  if (found === undefined) throw new Error(`the turn ${turn} is gone`)
  return found
}
