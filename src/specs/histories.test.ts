import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import * as fc from 'fast-check'
import { test } from 'vitest'
import { type Lab, openLab, packageRoot, person } from '../../tests/lab.ts'
import { SpecModel, type SpecTry, specHistories } from '../../tests/support/spec-model.ts'
import { PROJECT, TEXTS } from '../../tests/support/spec-texts.ts'
import { makeManifest } from '../app/manifest.ts'
import { SPEC_STAGES, type SpecStageName, stagePath, TABLE } from './stages.ts'

const RUNS = 25
const manifest = await makeManifest(packageRoot)

test(`F8: ${RUNS} histories of the pipeline with reopen agree with a small model`, async () => {
  await fc.assert(
    fc.asyncProperty(specHistories(20), async tries => {
      await using lab = await openLab({ git: false, manifest })
      await lab.call('spec.init', PROJECT)
      const model = new SpecModel()
      for (const [index, attempt] of tries.entries()) {
        await make(lab, model, { attempt, index })
        await agree(lab, model)
      }
    }),
    { numRuns: RUNS },
  )
}, 600_000)

interface Making {
  readonly attempt: SpecTry
  readonly index: number
}

async function make(lab: Lab, model: SpecModel, { attempt, index }: Making): Promise<void> {
  switch (attempt.kind) {
    case 'edit':
    case 'remove':
      return disturb(lab, model, attempt)
    case 'follow': {
      const { next } = await lab.call('spec.context', {})
      const stage = model.current
      if (stage === undefined) return
      assert.equal(next.stage, stage)
      const isConfirm = next.tool.arguments['action'] === 'confirm'
      return isConfirm
        ? tried(lab, model, { kind: 'confirm', stage })
        : tried(lab, model, { kind: 'write', stage, text: attempt.text, weak: false }, index)
    }
    default:
      return tried(lab, model, attempt, index)
  }
}

type Call = Extract<SpecTry, { kind: 'write' | 'reopen' | 'confirm' }>

async function tried(lab: Lab, model: SpecModel, attempt: Call, index = 0): Promise<void> {
  const { stage } = attempt
  const allowed =
    attempt.kind === 'write'
      ? model.write(stage, `${stage} ${contentOf(attempt)}${stage === 'clarify' ? ` ${index}` : ''}`, attempt.weak)
      : model[attempt.kind](stage)
  const [name, input] = callFor(attempt, index)
  const outcome = await lab.app.call(name, input, { actor: person })
  assert.equal(outcome.ok, allowed, `${name} ${stage} ${JSON.stringify(outcome)}`)
}

/** The verdict is part of its text. */
function contentOf({ stage, text, weak }: Extract<Call, { kind: 'write' }>): string {
  return stage === 'validate' ? `${text} ${weak}` : String(text)
}

function callFor(attempt: Call, index: number): [string, object] {
  const { stage } = attempt
  if (attempt.kind !== 'write')
    return [`spec.${attempt.kind}`, attempt.kind === 'reopen' ? { stage, reason: 'again' } : { stage }]
  if (stage === 'init') return ['spec.init', PROJECT]
  const first = Object.entries(TEXTS[stage]).find(([, value]) => typeof value === 'string')?.[0] ?? ''
  const texts: Record<string, unknown> = TEXTS[stage]
  const changed = { ...texts, [first]: `${String(texts[first])}\n\nNote: version ${attempt.text}.` }
  if (stage === 'clarify')
    return [
      TABLE[stage].operation,
      {
        answers: `Round ${index}, version ${attempt.text}.`,
        dimension_scores: attempt.weak
          ? 'security:0,target_users:0,core_functionality:0,scope_boundaries:0'
          : TEXTS.clarify.dimension_scores,
      },
    ]
  if (stage === 'validate' && attempt.weak) return [TABLE[stage].operation, { ...changed, verdict: 'FAIL' }]
  return [TABLE[stage].operation, changed]
}

/** Somebody edits or removes a file by hand. */
function disturb(lab: Lab, model: SpecModel, { kind, stage }: { kind: 'edit' | 'remove'; stage: SpecStageName }): void {
  if (stage === 'init') return
  const entry = model.get(stage)
  if (entry.disk === undefined) return
  const place = path.join(lab.root, stagePath(stage))
  if (kind === 'remove') fs.rmSync(place)
  else fs.appendFileSync(place, 'edited\n')
  model.entries.set(stage, { ...entry, disk: kind === 'remove' ? undefined : `${entry.disk}!` })
}

async function agree(lab: Lab, model: SpecModel): Promise<void> {
  const view = await lab.call('spec.context', {})
  assert.equal(view.done, model.current === undefined)
  assert.equal(view.current_stage, model.current ?? 'validate')
  const real = view.stages.map(({ name, status, edited }) => `${name} ${status === 'completed'} ${edited}`)
  const expected = SPEC_STAGES.map(name => {
    const { done, disk, known } = model.get(name)
    return `${name} ${done} ${name !== 'init' && disk !== undefined && known !== undefined && disk !== known}`
  })
  assert.deepEqual(real, expected)
}
