import { isDeepStrictEqual } from 'node:util'
import { refuse } from '../operation/errors.ts'
import { shell } from '../shared/shell/shell.ts'
import { type Call, implement } from '../workspace/call.ts'
import { filesOf } from '../workspace/workspace-files.ts'
import { adrDirectory } from './adr/directory.ts'
import { whyMerging, whyNotAdvance } from './change-rules.ts'
import { specRevisions } from './context/artifacts.ts'
import { isChecked } from './context/checked.ts'
import { whyNotAnswered, whyNotChecked } from './context/guard.ts'
import * as contracts from './contracts.ts'
import { contextFor, finishStage, withNewline, withReport } from './finish-stage.ts'
import { endRequestsAbout, refuseMove } from './manage.ts'
import type { Change, ChangeView } from './model.ts'
import { readCatalog } from './record/catalog.ts'
import { activeIn, type ChangeFiles, readChangeFolder, requireActive } from './record/change-files.ts'
import { markersIn } from './record/merge-markers.ts'
import { putChange } from './record/put-change.ts'
import { renderChange, viewChange } from './show/view-change.ts'
import { currentIndex } from './transitions.ts'
import { unfinishedSigns } from './verify/unfinished.ts'
import type { StillRunning, VerifyResult } from './verify/verify.ts'
import { proofPlan, verificationOf } from './verify/verify-plan.ts'

export const advance = implement(() => contracts.advance, {
  async run(call, { content, title, stage }) {
    const sent = withTitle(content, title)
    const repeated = await repeatedStage(call, { text: sent, stage })
    if (repeated !== undefined) return repeated
    const verdict = await verdictFor(call, { content, stage })
    if (verdict !== undefined && 'verifying' in verdict) return stillVerifying(call, verdict)
    const context = await contextAfter(call, content)
    const at = new Date(call.clock.now()).toISOString()
    const kept = await call.store.transact(call, tx => {
      const { change, folder } = requireActive(readChangeFolder(tx))
      guardStage(change, stage)
      refuseMove(whyNotAdvance(change, content))
      refuseMove(whyMerging(markersIn(tx, { change, folder })))
      if (change.current_stage === 'context-check')
        refuseMove([
          ...whyNotChecked(change, specRevisions(tx, adrDirectory(call))),
          ...whyNotAnswered(change, content),
        ])
      if (change.current_stage === 'verify') requireVerdict(call, change, verdict)
      tx.describe(`finished ${change.current_stage} of the change ${change.id}`)
      const isOpening = change.id === context?.id && currentIndex(change) === 0
      const found = isOpening ? context.found : undefined
      const next = finishStage(tx, { change, folder }, { text: withProof(sent, verdict), at, context: found })
      return putChange(tx, { change: verdict === undefined ? next : { ...next, proof: verdict.proof }, folder })
    })
    const checked = kept.change.context_check !== undefined && kept.change.current_stage === 'context-check'
    if (kept.change.status === 'completed') endRequestsAbout(call, kept.change.id)
    const view = withReport(withChecks(call, kept, { checked }), checked ? context?.found : undefined)
    const warnings = verdict === undefined ? [] : await unfinishedSigns(call, kept)
    return warnings.length === 0 ? view : { ...view, warnings }
  },
  render: renderChange,
})

/** Once the work begins, what will prove it is shown. */
function withChecks(call: Call, kept: ChangeFiles, options: { checked: boolean }): ChangeView {
  const view = viewChange(call, kept, options)
  const { status, current_stage } = kept.change
  const isNext = status === 'active' && current_stage === 'verify'
  return isNext ? { ...view, verification: verificationOf(call, kept.change) } : view
}

/**
 * A client that lost an answer sends its call again. Unless the stage was named, the text of the stage that was saved
 * last is taken for such a repetition, and no further stage is completed by it.
 */
async function repeatedStage(call: Call, { text, stage }: { text: string; stage: string | undefined }) {
  await call.store.settled()
  const active = activeIn(readCatalog(call))
  const previous = active?.change.stages[currentIndex(active.change) - 1]?.name
  if (active === undefined || previous === undefined) return undefined
  if (stage !== undefined && stage !== previous) return undefined
  const saved = filesOf(call).read(`${active.folder}/${previous}.md`)?.bytes.toString('utf8')
  if (saved !== withNewline(text)) return undefined
  const view = viewChange(call, active, { checked: isChecked(call, filesOf(call), active.change) })
  const says = `${previous} already has this text, so nothing was saved. ${view.next.says}`
  return { ...view, already_saved: previous, next: { ...view.next, says } }
}

/** What exists already, looked up before the lock is taken; only the first stage of a change asks for it. */
async function contextAfter(call: Call, content: string) {
  const change = activeIn(readCatalog(call))?.change
  if (change === undefined || currentIndex(change) !== 0) return undefined
  const { id, description, stages } = change
  const flow = stages.map(({ name }) => name)
  return { id, found: await contextFor(call, { id, flow, description, content }) }
}

/** The last stage is not taken on anybody's word: what can be run is run first, outside the lock. */
async function verdictFor(call: Call, { content, stage }: { content: string; stage: string | undefined }) {
  await call.store.settled()
  const change = activeIn(readCatalog(call))?.change
  if (change?.current_stage !== 'verify') return undefined
  guardStage(change, stage)
  refuseMove(whyNotAdvance(change, content))
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

function requireVerdict(call: Call, change: Change, verdict: VerifyResult | undefined): void {
  const same = verdict !== undefined && isDeepStrictEqual(proofPlan(call, change), verdict.plan)
  if (same) return
  throw refuse('conflict', `${change.id} or its gates changed while it was verified; nothing was written.`, {
    target: change.id,
    fix: shell`furrow change status ${change.id}`,
  })
}

async function stillVerifying(call: Call, { verifying }: StillRunning) {
  const view = viewChange(call, requireActive(readChangeFolder(filesOf(call))))
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

function withProof(text: string, verdict: VerifyResult | undefined): string {
  return verdict === undefined ? text : `${text.trimEnd()}\n\n${verdict.text}`
}
