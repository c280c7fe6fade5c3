import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
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

export async function openTrial(write: Write, base?: string): Promise<Trial> {
  const lab = openFaultLab(base === undefined ? {} : { base })
  await write.prepare?.(lab)
  lab.freeze()
  const before = lab.tree()
  await using worker = await startWorker(lab, { preload: true })
  const answer = await worker.ask(write.order)
  assert.equal(answer?.reply.ok, true, JSON.stringify(answer?.reply))
  const after = lab.tree()
  assert.notDeepEqual(after, before, 'the write changes nothing')
  return { lab, write, before, after, counts: answer?.counts ?? {}, [Symbol.dispose]: () => lab[Symbol.dispose]() }
}

export type End = 'done' | 'not at all'

/** What the next process finds, after nothing but a look at the log: all of the write, or nothing. */
export function settledAs({ lab, write, before, after }: Trial, where: string): Promise<End> {
  return lab.withApp(async app => {
    const log = await app.call('store.log', {}, { actor: { kind: 'person', id: 'p', door: 'cli' } })
    assert.equal(log.ok, true, where)
    assert.deepEqual(leftoversIn(lab.root, lab.home), [], where)
    const open = app.store.state.prepare(`SELECT id FROM operations WHERE state = 'open'`).all()
    assert.deepEqual(open, [], where)
    assert.equal(app.store.state.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok', where)
    const now = lab.tree()
    if (isDeepStrictEqual(now, after)) return 'done'
    if (write.inOrder === undefined) assert.deepEqual(withoutOwner(now), withoutOwner(before), where)
    else assertInOrder(now, { before, after, inOrder: write.inOrder, passing: write.passing }, where)
    return 'not at all'
  })
}

type Ordered = Pick<Trial, 'before' | 'after'> & Required<Pick<Write, 'inOrder'>> & { passing: RegExp | undefined }

/** Each part is as it was or as it will be, and none is done before those that come first. */
function assertInOrder(now: Tree, { before, after, inOrder, passing }: Ordered, where: string): void {
  const names = Object.keys({ ...before, ...after, ...now })
  const changed = Object.keys(withoutOwner(Object.fromEntries(names.map(name => [name, '']))))
    .filter(name => before[name] !== after[name] || now[name] !== after[name])
    .filter(name => passing?.test(name) !== true)
  const partOf = (name: string) => inOrder.findIndex(part => part.test(name))
  assert.deepEqual(
    changed.filter(name => partOf(name) < 0),
    [],
    `${where}: named by no part`,
  )
  const ends = inOrder.map((_, part) => {
    const own = changed.filter(name => partOf(name) === part)
    const is = (tree: Tree) => own.every(name => now[name] === tree[name])
    assert.ok(is(after) || is(before), `${where}: half done is ${own.join(', ')}`)
    return is(after)
  })
  assert.deepEqual(ends, [...ends].sort().reverse(), `${where}: a later part is done before an earlier one`)
}

/** A retry with the same operation id ends where one undisturbed run ends. */
export async function appliesAgain({ lab, write, after }: Trial, state: End): Promise<void> {
  const reply = await lab.perform(write.order)
  if (!(write.unlogged === true && state === 'done')) assert.equal(reply.ok, true, JSON.stringify(reply))
  assert.deepEqual(lab.tree(), after)
}

/** Wherever it was killed and done again, it can be taken back. */
export async function goesBack({ lab, write, before }: Trial, where: string): Promise<void> {
  if (write.back === undefined) return
  const { order, files } = write.back
  const reply = await lab.perform(order)
  assert.equal(reply.ok, true, `${where}: ${JSON.stringify(reply)}`)
  const own = (tree: Tree) => Object.fromEntries(Object.entries(tree).filter(([name]) => files.test(name)))
  assert.deepEqual(own(lab.tree()), own(before), where)
}
