import { refuse } from '../operation/errors.ts'
import { stampedId } from '../operation/names/naming.ts'
import { shell } from '../shared/shell/shell.ts'
import { openYaml } from '../store/documents/yaml/yaml.ts'
import type { Transaction } from '../store/journal/transaction.ts'
import { type Call, implement } from '../workspace/call.ts'
import { callerName } from '../workspace/caller-name.ts'
import { type Anchor, anchorAt } from './anchor.ts'
import * as contracts from './contracts.ts'
import { REVIEW_SCHEMA, type ReviewEntry, type ReviewThread } from './model.ts'
import { renderReviewThread } from './render-reviews.ts'
import { fileIn, RUN_REVIEWS, reviewFolderOf } from './review-folder.ts'
import { runFiles } from './review-ports.ts'
import { entryFile, findThread, reviewedText, type StoredThread, threadFile, viewThread } from './review-threads.ts'

interface Commenting {
  readonly path: string
  readonly line: number
  readonly end_line?: number | undefined
  readonly quote?: string | undefined
  readonly run?: string | undefined
  readonly side?: 'old' | 'new' | undefined
  readonly text: string
}

export const comment = implement(() => contracts.comment, {
  async run(call, wish) {
    const { path, run, side = 'new', text } = wish
    if (run === undefined && wish.side !== undefined)
      throw refuse('usage', 'side belongs to the changes of a run.', { target: 'side' })
    const changed = run === undefined ? undefined : await (await call.port(runFiles))(call, { run, path, side })
    const work = run === undefined ? reviewFolderOf(path) : RUN_REVIEWS
    return call.store.transact(call, tx => {
      const read = run === undefined ? tx.read(path)?.bytes.toString('utf8') : changed
      const anchor = anchorIn(read, wish)
      const id = freeId(call, each => tx.exists(threadFile(work, each)))
      const opening = {
        schema_version: REVIEW_SCHEMA,
        file: fileIn(work, path),
        ...(run !== undefined && { run, side }),
        ...anchor,
        ...signed(call),
        text,
      }
      put(tx, id, threadFile(work, id), opening)
      tx.describe(`commented on ${path}:${anchor.line}`)
      return viewThread({ id, work, opening, entries: [] }, read)
    })
  },
  render: renderReviewThread,
})

export const reply = implement(() => contracts.reply, {
  run: (call, { id, text }) => add(call, id, () => ({ entry: { kind: 'reply', text }, says: 'answered' })),
  render: renderReviewThread,
})

export const resolve = implement(() => contracts.resolve, {
  run: (call, { id, text }) =>
    add(call, id, ({ opening }, { state }) => {
      refuseStrangers(call, id, opening.by)
      if (state === 'resolved') throw alreadyIn(id, state)
      return { entry: { kind: 'resolved', ...(text !== undefined && { text }) }, says: 'resolved' }
    }),
  render: renderReviewThread,
})

export const reopen = implement(() => contracts.reopen, {
  run: (call, { id, text }) =>
    add(call, id, (_, { state }) => {
      if (state === 'open') throw alreadyIn(id, state)
      return { entry: { kind: 'reopened', ...(text !== undefined && { text }) }, says: 'reopened' }
    }),
  render: renderReviewThread,
})

/** The lines that are meant, as they are in the text now. */
function anchorIn(text: string | undefined, { path, line, end_line, quote, run }: Commenting): Anchor {
  if (text === undefined)
    throw refuse('not_found', run === undefined ? `There is no file ${path}.` : `The run ${run} has no ${path}.`, {
      target: path,
      fix: run === undefined ? shell`furrow review list` : shell`furrow runs diff ${run}`,
    })
  if (text.includes('\0')) throw refuse('unsupported', `${path} is not a text.`, { target: path })
  const anchor = anchorAt(text, line, end_line)
  if (anchor === undefined) throw refuse('usage', `${path} has no line ${end_line ?? line}.`, { target: 'line' })
  if (quote !== undefined && quote !== anchor.quote)
    throw refuse('stale_revision', `Line ${line} of ${path} has changed; nothing was written. Look at it again.`, {
      target: path,
    })
  return anchor
}

type ReviewStep = (
  kept: StoredThread,
  view: ReviewThread,
) => { entry: Pick<ReviewEntry, 'kind' | 'text'>; says: string }

/** Every answer is a file of its own, so that two people who answer on two branches do not conflict. */
function add(call: Call, id: string, step: ReviewStep): Promise<ReviewThread> {
  return call.store.transact(call, tx => {
    const kept = findThread(tx, id)
    const text = reviewedText(tx, kept)
    const { entry, says } = step(kept, viewThread(kept, text))
    const entryId = freeId(call, each => tx.exists(entryFile(kept.work, id, each)))
    const written = { schema_version: REVIEW_SCHEMA, ...entry, ...signed(call) }
    put(tx, id, entryFile(kept.work, id, entryId), written)
    tx.describe(`${says} the comment on ${kept.opening.file}:${kept.opening.line}`)
    return viewThread({ ...kept, entries: [...kept.entries, { ...written, id: entryId }] }, text)
  })
}

function put(tx: Transaction, id: string, path: string, content: Readonly<Record<string, unknown>>): void {
  const document = openYaml(`schema_version: ${REVIEW_SCHEMA}\n`, path)
  for (const [key, value] of Object.entries(content)) if (key !== 'schema_version') document.set([key], value)
  tx.emit('review', id, tx.create(path, document.print()))
}

function signed(call: Call) {
  return {
    by: { kind: call.actor.kind, name: callerName(call) },
    at: new Date(call.clock.now()).toISOString(),
  }
}

function freeId(call: Call, isTaken: (id: string) => boolean): string {
  for (;;) {
    const id = stampedId(call.clock.now(), call.random)
    if (!isTaken(id)) return id
  }
}

/** What a person asked for is done when a person says so. */
function refuseStrangers(call: Call, id: string, by: StoredThread['opening']['by']): void {
  if (call.actor.kind === 'person' || by.kind === 'agent') return
  throw refuse('forbidden', `${by.name} opened this thread; a person resolves it. Say in a reply what you did.`, {
    target: id,
    fix: shell`furrow review reply ${id} ${'What I changed'}`,
  })
}

function alreadyIn(id: string, state: string) {
  return refuse('invalid_state', `The thread ${id} is ${state} already.`, {
    target: id,
    fix: shell`furrow review list --state all`,
  })
}
