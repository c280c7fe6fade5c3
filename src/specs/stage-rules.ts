import type { Reason } from '../operation/errors.ts'
import { shell } from '../shared/shell/shell.ts'
import { isGateOpen, thresholdOf } from './gate/gate.ts'
import type { Spec } from './model.ts'
import { SPEC_STAGES, type SpecStageName, stagePath, type WrittenStage } from './stages.ts'
import { type Hashes, openStage, whyOpen } from './transitions.ts'

/** Guards that explain themselves: the error, the page and `furrow next` show the same reasons. */
export function whyNotInit(spec: Spec | undefined): Reason[] {
  if (spec === undefined || spec.stage_status.init.status !== 'completed') return []
  return [
    {
      code: 'spec_exists',
      ids: ['sdd/sdd.json'],
      message: `sdd/sdd.json is there already: the specification of ${spec.name}, at ${spec.current_stage}.`,
      fix: shell`furrow spec show`,
    },
  ]
}

export function whyNotWrite(spec: Spec, stage: SpecStageName, hashes: Hashes): Reason[] {
  const current = openStage(spec, hashes)
  if (current === stage) return []
  const isDone = current === undefined || SPEC_STAGES.indexOf(stage) < SPEC_STAGES.indexOf(current)
  return [isDone ? done(stage) : notReached(stage, current)]
}

export function whyNotReopenStage(spec: Spec, stage: SpecStageName, hashes: Hashes): Reason[] {
  if (spec.stage_status[stage].status === 'completed') return []
  const current = openStage(spec, hashes)
  if (current === undefined || stage !== current) return [notReached(stage, current ?? 'validate')]
  return [
    {
      code: 'stage_open',
      ids: [stage],
      message: `${stage} is the stage that is open now; it can be written as it is.`,
      fix: shell`furrow spec show`,
    },
  ]
}

/** A file is confirmed as it is now: when it became stale, or when its stage was reopened and it was edited by hand. */
export function whyNotConfirm(spec: Spec, stage: WrittenStage, hashes: Hashes): Reason[] {
  const order = whyNotWrite(spec, stage, hashes)
  if (order.length > 0) return order
  const { artifact_hash, status } = spec.stage_status[stage]
  if (artifact_hash === undefined && hashes[stage] !== undefined) return [notSaved(stage)]
  if (artifact_hash === undefined || hashes[stage] === undefined || whyOpen(spec, stage, hashes) === 'missing')
    return [
      {
        code: 'nothing_to_confirm',
        ids: [stage],
        message: `${stagePath(stage)} was not written yet, or is gone; there is nothing to confirm.`,
        fix: shell`furrow spec template ${stage}`,
      },
    ]
  if (stage === 'clarify' && !isGateOpen(spec.mode, spec.clarity_score)) return [gateClosed(spec)]
  if (stage === 'validate' && (spec.verdict ?? 'FAIL') === 'FAIL' && status !== 'completed') return [failed()]
  return []
}

function notSaved(stage: WrittenStage): Reason {
  return {
    code: 'nothing_to_confirm',
    ids: [stage],
    message: `${stagePath(stage)} is there, but it was not saved as the ${stage} stage; save it as it is, and its ids stay.`,
    fix: shell`furrow spec write ${stage} --overwrite --document ${`@${stagePath(stage)}`}`,
  }
}

export function gateClosed({ clarity_score, mode }: Spec): Reason {
  return {
    code: 'gate_closed',
    ids: ['clarify'],
    message: `The Clarity Gate is at ${clarity_score} of 100, and ${mode} needs ${thresholdOf(mode)}.`,
    fix: shell`furrow spec clarify`,
  }
}

function failed(): Reason {
  return {
    code: 'verdict_fail',
    ids: ['validate'],
    message: 'The last verdict was FAIL; a verdict cannot be confirmed away.',
    fix: shell`furrow next`,
  }
}

function done(stage: SpecStageName): Reason {
  return {
    code: 'stage_done',
    ids: [stage],
    message: `${stage} is done. Reopen it to write it again; what follows from it is then looked at again.`,
    fix: shell`furrow spec reopen ${stage} --reason 'it has to change'`,
  }
}

function notReached(stage: SpecStageName, current: SpecStageName): Reason {
  return {
    code: 'stage_not_reached',
    ids: [stage, current],
    message: `The specification is at ${current}; ${stage} comes later.`,
    fix: shell`furrow next`,
  }
}
