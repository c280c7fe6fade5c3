import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesAt } from '../../workspace/workspace-files.ts'
import { changeTurn, editThreads } from '../threads/edit.ts'
import { AMA, type Thread, type Turn } from '../threads/model.ts'
import { renderTurn } from '../threads/render-thread.ts'
import { requireThread } from '../threads/thread-files.ts'
import { threadFolderOf } from '../threads/thread-folder.ts'
import * as contracts from './contracts.ts'
import { renderAsked } from './render-answer.ts'
import { settleTurns } from './settle.ts'
import { askedOf } from './view-answer.ts'

export const store = implement(() => contracts.store, {
  async run(call, { thread_id: id, turn_id: turn, synthesis }) {
    const thread = await editThreads(call, { tool: AMA }, section => {
      requireTurn(requireThread(section.tx, section.place, id), turn)
      section.tx.describe(`answered ${turn} of ${id}`)
      return changeTurn(section, { id, turn }, now => answered(now, synthesis.trim(), section.at))
    })
    return askedOf(thread, turn)
  },
  render: renderAsked,
})

export const turn = implement(() => contracts.turn, {
  async run(call, { thread_id: id, turn_id }) {
    return requireTurn(await threadIn(call, id), turn_id)
  },
  render: renderTurn,
})

/** Whatever went wrong before, there is an answer now. */
function answered({ problem: _, ...turn }: Turn, synthesis: string, at: string): Turn {
  return { ...turn, synthesis, status: 'answered', way: 'client', completed_at: at }
}

async function threadIn(call: Call, id: string): Promise<Thread> {
  await call.store.settled()
  const place = threadFolderOf(call, AMA)
  return settleTurns(call, requireThread(filesAt(place.root), place, id))
}

function requireTurn({ id, turns }: Thread, turn: string): Turn {
  const found = turns.find(each => each.id === turn)
  if (found !== undefined) return found
  throw refuse('not_found', `The thread ${id} has no ${turn}.`, {
    target: turn,
    fix: shell`furrow ask threads show ${id}`,
  })
}
