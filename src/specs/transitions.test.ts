import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { test } from 'vitest'
import { SpecModel, type SpecTry, specHistories } from '../../tests/support/spec-model.ts'
import { PROJECT } from '../../tests/support/spec-texts.ts'
import type { Spec } from './model.ts'
import { whyNotConfirm, whyNotReopenStage, whyNotWrite } from './stage-rules.ts'
import { SPEC_STAGES, type SpecStageName, type WrittenStage } from './stages.ts'
import {
  beginSpec,
  confirmStage,
  type Hashes,
  openStage,
  reinitialize,
  reopenStage,
  writeStage,
} from './transitions.ts'

const RUNS = 20_000
const MOMENT = { at: '2026-01-02T10:15:00.000Z', by: 'test' }
const GIVEN = { ...PROJECT, mode: 'guided' as const }

interface World {
  spec: Spec
  hashes: Hashes
}

test(`F8: ${RUNS} histories of the pure moves agree with a small model; every state has a stage to go on with, or is done`, () => {
  fc.assert(
    fc.property(specHistories(40), tries => {
      const model = new SpecModel()
      const world: World = { spec: beginSpec(GIVEN, MOMENT), hashes: {} }
      for (const attempt of tries) {
        make(world, model, attempt)
        assert.equal(openStage(world.spec, world.hashes), model.current)
        const working = SPEC_STAGES.filter(stage => world.spec.stage_status[stage].status === 'in_progress')
        assert.ok(working.length <= 1, working.join())
      }
    }),
    { numRuns: RUNS },
  )
})

function make(world: World, model: SpecModel, attempt: SpecTry): void {
  if (attempt.kind === 'edit' || attempt.kind === 'remove') disturb(world, model, attempt)
  else if (attempt.kind === 'write') written(world, model, { ...attempt, content: String(attempt.text) })
  else if (attempt.kind === 'confirm') confirmed(world, model, attempt.stage)
  else if (attempt.kind === 'reopen') reopened(world, model, attempt.stage)
  else if (model.current !== undefined)
    written(world, model, { stage: model.current, content: String(attempt.text), weak: false })
}

function reopened(world: World, model: SpecModel, stage: SpecStageName): void {
  const { spec, hashes } = world
  const allowed = whyNotReopenStage(spec, stage, hashes).length === 0
  assert.equal(allowed, model.reopen(stage), stage)
  if (allowed) world.spec = reopenStage(spec, stage, { reason: 'again', hashes, ...MOMENT })
}

/** A file in the way is the business of the one who writes; the moves are not asked then. */
function written(
  world: World,
  model: SpecModel,
  { stage, content, weak }: { stage: SpecStageName; content: string; weak: boolean },
): void {
  const { spec, hashes } = world
  const inTurn = whyNotWrite(spec, stage, hashes).length === 0
  const allowed = model.write(stage, content, weak)
  if (inTurn && !allowed) return
  assert.equal(inTurn, allowed, stage)
  if (!allowed) return
  if (stage === 'init') {
    world.spec = reinitialize(spec, GIVEN, { hashes, at: MOMENT.at })
    return
  }
  world.hashes = { ...hashes, [stage]: model.get(stage).disk }
  const learned = {
    ...spec,
    ...(stage === 'clarify' && { clarity_score: weak ? 0 : 85 }),
    ...(stage === 'validate' && { verdict: weak ? ('FAIL' as const) : ('PASS' as const) }),
  }
  world.spec = writeStage(learned, stage, { hashes: world.hashes, done: model.get(stage).done, at: MOMENT.at })
}

function confirmed(world: World, model: SpecModel, stage: SpecStageName): void {
  if (stage === 'init') return
  const allowed = whyNotConfirm(world.spec, stage, world.hashes).length === 0
  assert.equal(allowed, model.confirm(stage), stage)
  if (allowed) world.spec = confirmStage(world.spec, stage, { hashes: world.hashes, ...MOMENT })
}

function disturb(
  world: World,
  model: SpecModel,
  { kind, stage }: { kind: 'edit' | 'remove'; stage: SpecStageName },
): void {
  const entry = model.get(stage)
  if (stage === 'init' || entry.disk === undefined) return
  const disk = kind === 'remove' ? undefined : `${entry.disk}!`
  model.entries.set(stage, { ...entry, disk })
  const { [stage as WrittenStage]: _, ...others } = world.hashes
  world.hashes = disk === undefined ? others : { ...others, [stage]: disk }
}
