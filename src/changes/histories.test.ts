import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { test } from 'vitest'
import { type Lab, openLab, packageRoot, person } from '../../tests/lab.ts'
import { ChangeModel, histories, type Try } from '../../tests/support/change-model.ts'
import { makeManifest } from '../app/manifest.ts'
import { flowFor } from './flows.ts'

const RUNS = 200
const manifest = await makeManifest(packageRoot)

test(`F8: ${RUNS} histories through the whole application agree with the same model`, async () => {
  await fc.assert(
    fc.asyncProperty(histories(10), async tries => {
      await using lab = await openLab({ git: false, manifest })
      const model = new ChangeModel()
      const done: string[] = []
      for (const [index, attempt] of tries.entries()) {
        await make(lab, { model, attempt, done, text: `text ${index}` })
        await agree(lab, model)
      }
    }),
    { numRuns: RUNS },
  )
}, 600_000)

interface Making {
  readonly model: ChangeModel
  readonly attempt: Try
  /** The operations that happened, by their ids in the log. */
  readonly done: string[]
  readonly text: string
}

async function make(lab: Lab, { model, attempt, done, text }: Making): Promise<void> {
  const operationId = `20260102-101500-${String(done.length).padStart(3, '0')}${Math.floor(Math.random() * 1e9)}`
  if (attempt.kind === 'undo') {
    const index = attempt.pick % Math.max(1, done.length)
    const allowed = model.undo(index)
    const { ok } = await lab.app.call('store.undo', { id: done[index] ?? 'none' }, { actor: person, operationId })
    assert.equal(ok, allowed, JSON.stringify(attempt))
    return
  }
  const [name, input] = callFor(model, attempt, text)
  const outcome = await lab.app.call(name, input, { actor: person, operationId })
  const touched = touchedBy(model, attempt, outcome)
  // With no active change there is nothing to check the context of: an answer all the same, and nothing is recorded.
  if (attempt.kind === 'check' && model.active === undefined) return
  assert.equal(outcome.ok, touched !== undefined, `${name} ${JSON.stringify(outcome)}`)
  if (touched === undefined) return
  model.commit(touched)
  done.push(operationId)
}

function touchedBy(
  model: ChangeModel,
  attempt: Exclude<Try, { kind: 'undo' }>,
  outcome: { ok: boolean; value?: unknown },
) {
  if (attempt.kind !== 'start') return model.after(attempt, 'pick' in attempt ? model.nth(attempt.pick) : undefined)
  if (model.active !== undefined) return undefined
  const { id } = (outcome.value ?? { id: 'nothing' }) as { id: string }
  const flow = flowFor(attempt.type, attempt.size) ?? []
  return { [id]: { status: 'active' as const, at: 0, flow, checked: false, version: 0 } }
}

function callFor(model: ChangeModel, attempt: Exclude<Try, { kind: 'undo' }>, text: string): [string, object] {
  const id = ('pick' in attempt ? model.nth(attempt.pick) : undefined) ?? 'none'
  switch (attempt.kind) {
    case 'start':
      // The same words beside an active change would be taken for a call that is sent again.
      return [
        'change.start',
        {
          type: attempt.type,
          size: attempt.size,
          description: model.active === undefined ? 'the same words' : 'other words',
        },
      ]
    case 'advance':
      return ['change.advance', { content: attempt.empty ? ' ' : text }]
    case 'check':
      return ['context.check', { change_description: 'the same words' }]
    case 'reopen': {
      const stage = attempt.stage === undefined ? undefined : (model.entries.get(id)?.flow[attempt.stage] ?? 'beyond')
      return ['change.reopen', { id, ...(stage !== undefined && { stage }) }]
    }
    default:
      return [`change.${attempt.kind}`, { id }]
  }
}

async function agree(lab: Lab, model: ChangeModel): Promise<void> {
  const { changes } = await lab.call('change.list', { history: true })
  const real = changes.map(({ id, status, current_stage }) => `${id} ${status} ${current_stage}`)
  const expected = [...model.entries].map(([id, { status, at, flow }]) => `${id} ${status} ${flow[at]}`)
  assert.deepEqual(real.sort(), expected.sort())
}
