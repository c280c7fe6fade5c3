import { type Reason, refuse } from '../operation/errors.ts'
import { shell } from '../shared/shell/shell.ts'
import type { Transaction } from '../store/journal/transaction.ts'
import { type Call, implement } from '../workspace/call.ts'
import { filesOf } from '../workspace/workspace-files.ts'
import * as contracts from './contracts.ts'
import type { Spec } from './model.ts'
import { renderSpec, viewSpec } from './show/view-spec.ts'
import { hashesIn, putSpec, requireSpec } from './spec-file.ts'
import { decisions } from './spec-ports.ts'
import { whyNotConfirm, whyNotReopenStage } from './stage-rules.ts'
import { SPEC_STAGES, type SpecStageName, stageNamed, stagePath, type WrittenStage } from './stages.ts'
import { traceOf } from './trace/coverage.ts'
import type { RecordedDecision } from './trace/graph.ts'
import { whyNotVerdict } from './trace/verdict.ts'
import { confirmStage, type Hashes, reopenStage, type SpecMoment } from './transitions.ts'
import { rememberEdited, rememberStage } from './write/remember.ts'
import { refuseStage, whyAmbiguous } from './write/save.ts'
import { sectionsInFiles } from './write/texts.ts'

export const reopen = implement(() => contracts.reopen, {
  async run(call, { stage: named, reason }) {
    const stage = requireStage(named)
    if (reason.trim() === '')
      return refuse('usage', 'reason is required: say why the stage has to be looked at again.', {
        target: 'reason',
        fix: shell`furrow spec reopen --help`,
      })
    return move(call, (_tx, spec, { hashes, ...moment }) => {
      refuseStage(whyNotReopenStage(spec, stage, hashes))
      return {
        spec: reopenStage(spec, stage, { reason: reason.trim(), hashes, ...moment }),
        says: `reopened ${stage}: ${reason.trim()}`,
      }
    })
  },
  render: renderSpec,
})

export const confirm = implement(() => contracts.confirm, {
  async run(call, { stage: named }) {
    const stage = requireWritten(named)
    const recorded = await call.port(decisions)
    return move(call, (tx, spec, { hashes, ...moment }) => {
      refuseStage(whyNotConfirm(spec, stage, hashes))
      refuseStage(whyAmbiguous(tx))
      if (stage === 'validate') refuseStage(contradictions(tx, spec, recorded))
      rememberStage(tx, stage)
      rememberEdited(tx, spec, stage)
      return { spec: confirmStage(spec, stage, { hashes, ...moment }), says: `confirmed ${stagePath(stage)}` }
    })
  },
  render: renderSpec,
})

/** A verdict is confirmed only while the ids do not contradict it. */
function contradictions(tx: Transaction, { verdict }: Spec, recorded: readonly RecordedDecision[]): Reason[] {
  const claims = tx.read(stagePath('validate'))?.bytes.toString('utf8') ?? ''
  const parts = sectionsInFiles(tx).filter(({ key }) => key !== 'Computed Coverage')
  return whyNotVerdict(verdict, traceOf(parts, { decisions: recorded }), claims)
}

export function requireStage(named: string): SpecStageName {
  const stage = stageNamed(named)
  if (stage !== undefined) return stage
  throw refuse(
    'usage',
    `There is no stage ${JSON.stringify(named.slice(0, 60))}; there are ${SPEC_STAGES.join(', ')}.`,
    {
      target: 'stage',
      fix: shell`furrow spec show`,
    },
  )
}

export function requireWritten(named: string): WrittenStage {
  const stage = requireStage(named)
  if (stage !== 'init') return stage
  throw refuse('usage', 'init leaves no text; it is done with `furrow spec init`.', {
    target: 'stage',
    fix: shell`furrow spec init --help`,
  })
}

type SpecStep = (tx: Transaction, spec: Spec, now: SpecMoment & { hashes: Hashes }) => { spec: Spec; says: string }

async function move(call: Call, step: SpecStep) {
  const moment = { at: new Date(call.clock.now()).toISOString(), by: call.actor.id }
  const spec = await call.store.transact(call, tx => {
    const made = step(tx, requireSpec(tx), { hashes: hashesIn(tx), ...moment })
    tx.describe(made.says)
    return putSpec(tx, made.spec)
  })
  return viewSpec(filesOf(call), spec)
}
