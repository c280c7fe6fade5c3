import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { type FaultLab, openFaultLab } from './fault-lab.ts'
import { leftoversIn, type Tree, withoutOwner } from './tree.ts'
import { startWorker } from './worker.ts'
import type { Write } from './writes.ts'

/** A lab ready for one write, with what the write makes of it when nothing goes wrong. */
export interface Trial extends Disposable {
  readonly lab: FaultLab
  readonly write: Write
  readonly before: Tree
  readonly after: Tree
  /** How often each file-system call is made on the folders under test. */
  readonly counts: Readonly<Record<string, number>>
}

export async function openTrial(write: Write): Promise<Trial> {
  const lab = openFaultLab()
  await write.prepare?.(lab)
  lab.freeze()
  const before = lab.tree()
  await using worker = await startWorker(lab, { preload: true })
  const answer = await worker.ask(write.order)
  expect(answer?.reply).toMatchObject({ ok: true })
  const after = lab.tree()
  expect(after, 'the write changes nothing').not.toEqual(before)
  return { lab, write, before, after, counts: answer?.counts ?? {}, [Symbol.dispose]: () => lab[Symbol.dispose]() }
}

/** What the next process finds, after nothing but a look at the log: all of the write, or nothing. */
export function settledAs({ lab, write, before, after }: Trial, where: string): Promise<'done' | 'not at all'> {
  return lab.withApp(async app => {
    const log = await app.call('store.log', {}, { actor: { kind: 'person', id: 'p', door: 'cli' } })
    expect(log, where).toMatchObject({ ok: true })
    expect(leftoversIn(lab.root, lab.home), where).toEqual([])
    expect(app.store.state.prepare(`SELECT id FROM operations WHERE state = 'open'`).all(), where).toEqual([])
    expect(app.store.state.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    const now = lab.tree()
    if (isDeepStrictEqual(now, after)) return 'done'
    if (write.inTwo !== true) expect(withoutOwner(now), where).toEqual(withoutOwner(before))
    return 'not at all'
  })
}

/** A retry with the same operation id ends where one undisturbed run ends. */
export async function appliesAgain({ lab, write, after }: Trial, state: 'done' | 'not at all'): Promise<void> {
  const reply = await lab.perform(write.order)
  if (!(write.unlogged === true && state === 'done')) expect(reply).toMatchObject({ ok: true })
  expect(lab.tree()).toEqual(after)
}
