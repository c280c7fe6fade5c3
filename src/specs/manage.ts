import { type Reason, refuse } from '../operation/errors.ts'
import { shell } from '../operation/shell.ts'
import type { Transaction } from '../store/transaction.ts'
import { type Call, implement } from '../workspace/call.ts'
import { filesOf } from '../workspace/files.ts'
import * as contracts from './contracts.ts'
import type { Spec } from './model.ts'
import { decisions } from './ports.ts'
import { whyNotConfirm, whyNotReopen } from './rules.ts'
import { guard } from './save.ts'
import { hashesIn, putSpec, requireSpec } from './spec-file.ts'
import { pathOf, STAGES, type Stage, stageNamed, type Written } from './stages.ts'
import { partsIn } from './texts.ts'
import { traceOf } from './trace/coverage.ts'
import type { Decision } from './trace/graph.ts'
import { whyNotVerdict } from './trace/verdict.ts'
import { confirm as confirmed, type Hashes, type Moment, reopen as reopened } from './transitions.ts'
import { renderSpec, viewSpec } from './view.ts'

export const reopen = implement(contracts.reopen, {
  async run(call, { stage: named, reason }) {
    const stage = requireStage(named)
    if (reason.trim() === '')
      return refuse('usage', 'reason is required: say why the stage has to be looked at again.', {
        target: 'reason',
        fix: shell`furrow spec reopen --help`,
      })
    return move(call, (_tx, spec, { hashes, ...moment }) => {
      guard(whyNotReopen(spec, stage, hashes))
      return {
        spec: reopened(spec, stage, { reason: reason.trim(), hashes, ...moment }),
        says: `reopened ${stage}: ${reason.trim()}`,
      }
    })
  },
  render: renderSpec,
})

export const confirm = implement(contracts.confirm, {
  async run(call, { stage: named }) {
    const stage = requireWritten(named)
    const recorded = await call.port(decisions)
    return move(call, (tx, spec, { hashes, ...moment }) => {
      guard(whyNotConfirm(spec, stage, hashes))
      if (stage === 'validate') guard(contradictions(tx, spec, recorded))
      return { spec: confirmed(spec, stage, { hashes, ...moment }), says: `confirmed ${pathOf(stage)}` }
    })
  },
  render: renderSpec,
})

/** A verdict is confirmed only while the ids do not contradict it. */
function contradictions(tx: Transaction, { verdict }: Spec, recorded: readonly Decision[]): Reason[] {
  const claims = tx.read(pathOf('validate'))?.bytes.toString('utf8') ?? ''
  const parts = partsIn(tx).filter(({ key }) => key !== 'Computed Coverage')
  return whyNotVerdict(verdict, traceOf(parts, { decisions: recorded }), claims)
}

export function requireStage(named: string): Stage {
  const stage = stageNamed(named)
  if (stage !== undefined) return stage
  throw refuse('usage', `There is no stage ${JSON.stringify(named.slice(0, 60))}; there are ${STAGES.join(', ')}.`, {
    target: 'stage',
    fix: shell`furrow spec show`,
  })
}

export function requireWritten(named: string): Written {
  const stage = requireStage(named)
  if (stage !== 'init') return stage
  throw refuse('usage', 'init leaves no text; it is done with `furrow spec init`.', {
    target: 'stage',
    fix: shell`furrow spec init --help`,
  })
}

type Step = (tx: Transaction, spec: Spec, now: Moment & { hashes: Hashes }) => { spec: Spec; says: string }

async function move(call: Call, step: Step) {
  const moment = { at: new Date(call.clock.now()).toISOString(), by: call.actor.id }
  const spec = await call.store.transact(call, tx => {
    const made = step(tx, requireSpec(tx), { hashes: hashesIn(tx), ...moment })
    tx.describe(made.says)
    return putSpec(tx, made.spec)
  })
  return viewSpec(filesOf(call), spec)
}
