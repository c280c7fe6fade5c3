import { isDeepStrictEqual } from 'node:util'
import { isRefused, refuse } from '../operation/errors.ts'
import { type ShellText, shell } from '../operation/shell.ts'
import type { Transaction } from '../store/transaction.ts'
import { type Call, implement } from '../workspace/call.ts'
import { filesOf } from '../workspace/files.ts'
import { adrDirectory } from './adr/directory.ts'
import { readCatalog } from './catalog.ts'
import { specRevisions } from './context/artifacts.ts'
import { whyNotAnswered, whyNotChecked } from './context/guard.ts'
import * as contracts from './contracts.ts'
import { guard, put } from './manage.ts'
import type { Change } from './model.ts'
import { whyNotAdvance } from './rules.ts'
import { activeIn, readShelf, requireActive } from './shelf.ts'
import { advance as advanced } from './transitions.ts'
import { proofPlan } from './verify/plan.ts'
import type { StillRunning, Verdict } from './verify/verify.ts'
import { renderChange, viewChange } from './view.ts'

export const advance = implement(contracts.advance, {
  async run(call, { content, title, stage }) {
    const verdict = await verdictFor(call, { content, stage })
    if (verdict !== undefined && 'verifying' in verdict) return stillVerifying(call, verdict)
    const at = new Date(call.clock.now()).toISOString()
    const kept = await call.store.transact(call, tx => {
      const { change, folder } = requireActive(readShelf(tx))
      guardStage(change, stage)
      guard(whyNotAdvance(change, content))
      if (change.current_stage === 'context-check')
        guard([...whyNotChecked(change, specRevisions(tx, adrDirectory(call))), ...whyNotAnswered(change, content)])
      if (change.current_stage === 'verify') requireVerdict(call, change, verdict)
      const text = withProof(withTitle(content, title), verdict)
      const path = `${folder}/${change.current_stage}.md`
      write(tx, path, { text, show: shell`furrow change show ${change.id} ${change.current_stage}` })
      tx.enqueue('stage.done', { change: change.id, stage: change.current_stage, path, content: text })
      tx.describe(`finished ${change.current_stage} of the change ${change.id}`)
      const next = advanced(change, at)
      return put(tx, { change: verdict === undefined ? next : { ...next, proof: verdict.proof }, folder })
    })
    return viewChange(call, kept)
  },
  render: renderChange,
})

/** The last stage is not taken on anybody's word: what can be run is run first, outside the lock. */
async function verdictFor(call: Call, { content, stage }: { content: string; stage: string | undefined }) {
  await call.store.settled()
  const change = activeIn(readCatalog(call))?.change
  if (change?.current_stage !== 'verify') return undefined
  guardStage(change, stage)
  guard(whyNotAdvance(change, content))
  const { verify } = await import('./verify/verify.ts')
  return verify(call, change)
}

function guardStage({ id, current_stage }: Change, stage: string | undefined): void {
  if (stage === undefined || stage === current_stage) return
  throw refuse('invalid_state', `${id} is at ${current_stage}, not at ${stage}.`, {
    target: id,
    fix: shell`furrow change status ${id}`,
  })
}

function requireVerdict(call: Call, change: Change, verdict: Verdict | undefined): void {
  const same = verdict !== undefined && isDeepStrictEqual(proofPlan(call, change), verdict.plan)
  if (same) return
  throw refuse('conflict', `${change.id} or its gates changed while it was verified; nothing was written.`, {
    target: change.id,
    fix: shell`furrow change status ${change.id}`,
  })
}

async function stillVerifying(call: Call, { verifying }: StillRunning) {
  const view = viewChange(call, requireActive(readShelf(filesOf(call))))
  const [first] = verifying
  return {
    ...view,
    verifying,
    next: {
      ...view.next,
      says: `${first?.name} is still running (${first?.run}). Call again with the same content when it has ended.`,
    },
  }
}

function withTitle(content: string, title: string | undefined): string {
  const heading = title?.replace(/\s+/g, ' ').trim() ?? ''
  return heading === '' ? content : `# ${heading}\n\n${content}`
}

function withProof(text: string, verdict: Verdict | undefined): string {
  return verdict === undefined ? text : `${text.trimEnd()}\n\n${verdict.text}`
}

/** A stage that somebody edited by hand is replaced only by one who has seen it. */
function write(tx: Transaction, path: string, { text, show }: { text: string; show: ShellText }): void {
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
