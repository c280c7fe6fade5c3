import { refuse } from '../operation/errors.ts'
import { implement } from '../workspace/call.ts'
import { specArtifacts } from './context/artifacts.ts'
import { whyNotChecked } from './context/guard.ts'
import * as contracts from './contracts.ts'
import { guard, put } from './manage.ts'
import { whyNotAdvance } from './rules.ts'
import { type Files, readShelf, requireActive } from './shelf.ts'
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
      if (change.current_stage === 'context-check') guard(whyNotChecked(change, revisionsNow(tx), content))
      const text = title === undefined ? content : `# ${title}\n\n${content}`
      const path = `${folder}/${change.current_stage}.md`
      tx.replace(path, text.endsWith('\n') ? text : `${text}\n`)
      tx.enqueue('stage.done', { change: change.id, stage: change.current_stage, path, content: text })
      tx.describe(`${change.id}: ${change.current_stage} done`)
      return put(tx, { change: advanced(change, at), folder })
    })
    return viewChange(call, kept)
  },
  render: renderChange,
})

function revisionsNow(files: Files): Record<string, string> {
  return Object.fromEntries(specArtifacts(files).map(({ path, revision }) => [path, revision]))
}
