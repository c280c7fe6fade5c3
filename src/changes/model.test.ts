import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ChangeModel, type Entry, histories, type Try } from '../../tests/support/change-model.ts'
import { full } from '../../tests/support/full.ts'
import { MemoryStore } from '../../tests/support/memory-store.ts'
import { recordCheck } from '../flows/context-check/check.ts'
import { isRefused, refuse } from '../operation/errors.ts'
import type { Call } from '../workspace/call.ts'
import { advance } from './advance.ts'
import { whyNotArchive, whyNotCancel, whyNotReopenChange, whyNotSwitch } from './change-rules.ts'
import { flowFor } from './flows.ts'
import { archive, cancel, pause, reopen, switchTo } from './manage.ts'
import type { Change, ChangeView } from './model.ts'
import { readChangeFolder } from './record/change-files.ts'
import { nextChangeStep } from './show/next-of-change.ts'
import { start } from './start-change.ts'
import { guardUndo } from './undone.ts'

const RUNS = full ? 20_000 : 2000

test(`F8: ${RUNS} histories of changes agree with a small model`, async () => {
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(histories(20), async tries => {
      const [store, model] = [new MemoryStore(), new ChangeModel()]
      for (const attempt of tries) {
        const outcome = await make(store, model, attempt)
        seen.set(`${attempt.kind} ${outcome}`, (seen.get(`${attempt.kind} ${outcome}`) ?? 0) + 1)
        agree(store, model)
      }
    }),
    { numRuns: RUNS },
  )
  // Every kind of try was both carried out and refused, or the histories say nothing.
  for (const kind of ['start', 'advance', 'check', 'cancel', 'archive', 'pause', 'switch', 'reopen', 'undo'])
    for (const outcome of ['done', 'refused'])
      expect(seen.get(`${kind} ${outcome}`), `${kind} ${outcome}`).toBeGreaterThan(RUNS / 200)
}, 600_000)

async function make(store: MemoryStore, model: ChangeModel, attempt: Try): Promise<'done' | 'refused'> {
  if (attempt.kind === 'undo') return undone(store, model, attempt.pick)
  if (attempt.kind === 'start') return started(store, model, attempt)
  const target = 'pick' in attempt ? model.nth(attempt.pick) : undefined
  const touched = model.after(attempt, target)
  const act = () => real(store.call, { attempt, target, model })
  const happened = await succeeds(() => (readsDisk(model) && attempt.kind === 'advance' ? store.onDisk(act) : act()))
  assert.equal(happened, touched !== undefined, JSON.stringify(attempt))
  if (touched !== undefined) model.commit(touched)
  return happened ? 'done' : 'refused'
}

/** The first stage looks at what exists already, and the last one at what can prove it. */
function readsDisk({ active, entries }: ChangeModel): boolean {
  const entry = active === undefined ? undefined : entries.get(active)
  return entry !== undefined && (entry.at === 0 || entry.at === entry.flow.length - 1)
}

async function started(store: MemoryStore, model: ChangeModel, { type, size }: Extract<Try, { kind: 'start' }>) {
  const allowed = model.active === undefined
  let [id, isRepeated] = ['', false]
  const happened = await succeeds(async () => {
    const view = (await start.run(store.call, { type, size, description: 'the same words' })) as ChangeView
    ;[id, isRepeated] = [view.id, view.already_started === true]
  })
  // The same words again are the change that is active, and nothing new begins.
  if (isRepeated) {
    assert.equal(id, model.active)
    assert.deepEqual(flowFor(type, size), model.entries.get(id)?.flow)
    return 'refused'
  }
  assert.equal(happened, allowed)
  if (!happened) return 'refused'
  assert(!model.entries.has(id), `${id} was taken`)
  model.commit({ [id]: { status: 'active', at: 0, flow: flowFor(type, size) ?? [], checked: false } })
  return 'done'
}

async function undone(store: MemoryStore, model: ChangeModel, pick: number) {
  const index = pick % Math.max(1, model.done.length)
  const allowed = model.undo(index)
  const happened = await succeeds(async () => store.undo(index, guardUndo))
  assert.equal(happened, allowed)
  return happened ? 'done' : 'refused'
}

interface Attempt {
  readonly attempt: Exclude<Try, { kind: 'start' | 'undo' }>
  readonly target: string | undefined
  readonly model: ChangeModel
}

let texts = 0

async function real(call: Call, { attempt, target: id = 'none', model }: Attempt): Promise<unknown> {
  switch (attempt.kind) {
    case 'advance':
      texts += 1
      return advance.run(call, { content: attempt.empty ? ' \n' : `text ${texts}` })
    case 'check':
      return model.active === undefined
        ? refuse('not_found', 'There is no active change.')
        : checked(call, model.active)
    case 'cancel':
      return cancel.run(call, { id })
    case 'archive':
      return archive.run(call, { id })
    case 'pause':
      return pause.run(call, { id })
    case 'switch':
      return switchTo.run(call, { id })
    case 'reopen':
      return reopen.run(call, { id, reason: 'again', ...stageOf(model.entries.get(id), attempt.stage) })
  }
}

function checked(call: Call, id: string) {
  const description = 'the same words'
  return recordCheck(call, { change: { id } as Change }, { description, artifacts: {}, conflicts: [] })
}

/** A stage beyond the end of the flow is asked for by a name that no flow has. */
function stageOf(entry: Entry | undefined, index: number | undefined): { stage?: string } {
  return index === undefined ? {} : { stage: entry?.flow[index] ?? 'beyond' }
}

/** Plain comparisons: `expect` would take most of the time of so many histories. */
function agree(store: MemoryStore, model: ChangeModel): void {
  const changes = kept(store)
  const real = changes.map(({ id, status, current_stage, stages }) => {
    return `${id} ${status} ${stages.findIndex(({ name }) => name === current_stage)}`
  })
  const expected = [...model.entries].map(([id, { status, at }]) => `${id} ${status} ${at}`)
  assert.equal(real.sort().join('\n'), expected.sort().join('\n'))
  const active = changes.filter(({ status }) => status === 'active')
  assert(active.length <= 1, 'two changes are active')
  for (const change of changes) {
    isWellFormed(change)
    canBeLeft(change, active[0])
  }
}

/** Everything before the current stage is done, everything after it is still to do. */
function isWellFormed({ id, stages, current_stage }: Change): void {
  const at = stages.findIndex(({ name }) => name === current_stage)
  const finished = stages[at]?.status === 'completed'
  for (const [index, { status }] of stages.entries()) {
    const expected = index < at || (index === at && finished) ? 'completed' : index === at ? 'in_progress' : 'pending'
    assert.equal(status, expected, id)
  }
}

function canBeLeft(change: Change, active: Change | undefined): void {
  const ways = [
    whyNotCancel(change),
    whyNotArchive(change),
    whyNotSwitch(change),
    whyNotReopenChange(change, undefined, active),
  ]
  assert.equal(
    ways.some(reasons => reasons.length === 0),
    change.status !== 'archived',
    change.status,
  )
  assert.match(nextChangeStep(change, { checked: false }).command, /^furrow /)
}

function kept(store: MemoryStore): Change[] {
  return store.look(tx => readChangeFolder(tx, { history: true }).kept.map(({ change }) => change))
}

async function succeeds(act: () => Promise<unknown>): Promise<boolean> {
  try {
    return !isRefused(await act())
  } catch (error) {
    if (!isRefused(error)) throw error
    return false
  }
}
