import { isRefused, refuse } from '../operation/errors.ts'
import type { Transaction } from '../store/transaction.ts'
import { implement } from '../workspace/call.ts'
import { specRevisions } from './context/artifacts.ts'
import { whyNotAnswered, whyNotChecked } from './context/guard.ts'
import * as contracts from './contracts.ts'
import { guard, put } from './manage.ts'
import { whyNotAdvance } from './rules.ts'
import { readShelf, requireActive } from './shelf.ts'
import { advance as advanced } from './transitions.ts'
import { renderChange, viewChange } from './view.ts'

export const advance = implement(contracts.advance, {
  async run(call, { content, title, stage }) {
    const at = new Date(call.clock.now()).toISOString()
    const kept = await call.store.transact(call, tx => {
      const active = requireActive(readShelf(tx))
      const { change, folder } = active
      if (stage !== undefined && stage !== change.current_stage)
        throw refuse('invalid_state', `${change.id} is at ${change.current_stage}, not at ${stage}.`, {
          target: change.id,
          fix: `furrow change status ${change.id}`,
        })
      guard(whyNotAdvance(change, content))
      if (change.current_stage === 'context-check')
        guard([...whyNotChecked(change, specRevisions(tx)), ...whyNotAnswered(change, content)])
      const heading = title?.replace(/\s+/g, ' ').trim() ?? ''
      const text = heading === '' ? content : `# ${heading}\n\n${content}`
      const path = `${folder}/${change.current_stage}.md`
      write(tx, path, { text, show: `furrow change show ${change.id} ${change.current_stage}` })
      tx.enqueue('stage.done', { change: change.id, stage: change.current_stage, path, content: text })
      tx.describe(`${change.id}: ${change.current_stage} done`)
      return put(tx, { change: advanced(change, at), folder })
    })
    return viewChange(call, kept)
  },
  render: renderChange,
})

/** A stage that somebody edited by hand is replaced only by one who has seen it. */
function write(tx: Transaction, path: string, { text, show }: { text: string; show: string }): void {
  try {
    tx.replace(path, text.endsWith('\n') ? text : `${text}\n`)
  } catch (error) {
    if (!isRefused(error) || error.code !== 'conflict') throw error
    throw refuse('conflict', error.message, {
      target: path,
      fix: show,
      ...(error.details && { details: error.details }),
    })
  }
}
