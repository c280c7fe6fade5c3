import type * as z from 'zod'
import { isRefused, refuse } from '../operation/errors.ts'
import { whyNotId } from '../operation/names/naming.ts'
import { shell } from '../shared/shell/shell.ts'
import { damaged } from '../store/documents/document.ts'
import { parseWith, versionOf } from '../store/documents/schema.ts'
import { openYaml } from '../store/documents/yaml/yaml.ts'
import type { Files } from '../workspace/workspace-files.ts'
import { placeAnchor } from './anchor.ts'
import { REVIEW_SCHEMA, ReviewEntry, type ReviewProblem, type ReviewThread, ThreadOpening } from './model.ts'
import { pathIn, type ReviewFolder, reviewFolders } from './review-folder.ts'

/** A thread as its files say it. */
export interface StoredThread {
  readonly id: string
  readonly work: ReviewFolder
  readonly opening: ThreadOpening
  readonly entries: readonly (ReviewEntry & { readonly id: string })[]
}

export interface ReviewThreads {
  readonly threads: StoredThread[]
  readonly problems: ReviewProblem[]
}

/** The threads of one piece of work, the oldest first. One file that cannot be read hides no other. */
export function threadsOf(files: Files, work: ReviewFolder): ReviewThreads {
  const shelf: ReviewThreads = { threads: [], problems: [] }
  const names = files.list(work.folder).filter(name => name.endsWith('.yaml'))
  for (const name of names.filter(each => partsOf(each).entry === undefined)) {
    try {
      shelf.threads.push(readThread(files, work, partsOf(name).thread, names))
    } catch (error) {
      if (!isRefused(error)) throw error
      shelf.problems.push({ path: error.target ?? `${work.folder}/${name}`, message: error.message })
    }
  }
  for (const name of names.filter(each => !names.includes(`${partsOf(each).thread}.yaml`)))
    shelf.problems.push({ path: `${work.folder}/${name}`, message: `${name} answers a thread that is not here.` })
  return shelf
}

export function findThread(files: Files, id: string): StoredThread {
  for (const work of reviewFolders(files, { closed: true })) {
    if (files.read(threadFile(work, id)) === undefined) continue
    return readThread(files, work, id, files.list(work.folder))
  }
  throw refuse('not_found', `There is no review thread ${id}.`, { target: id, fix: shell`furrow review list` })
}

/** The thread where its lines are now. `text` is what the document says; for a run nothing is looked up. */
export function viewThread({ id, work, opening, entries }: StoredThread, text: string | undefined): ReviewThread {
  const { run, side, file, quote, by, at } = opening
  const end_line = opening.line + quote.split('\n').length - 1
  const placed =
    run === undefined ? placeAnchor(opening, text) : { line: opening.line, end_line, standing: 'current' as const }
  const decided = entries.findLast(({ kind }) => kind !== 'reply')
  return {
    id,
    state: decided?.kind === 'resolved' ? 'resolved' : 'open',
    path: pathIn(work, file),
    ...(run !== undefined && { run }),
    ...(side !== undefined && { side }),
    ...placed,
    quote,
    comments: [
      { id, kind: 'comment', by, at, text: opening.text },
      ...entries.map(entry => ({
        id: entry.id,
        kind: entry.kind,
        by: entry.by,
        at: entry.at,
        ...(entry.text !== undefined && { text: entry.text }),
      })),
    ],
    updated_at: entries.at(-1)?.at ?? at,
  }
}

/** The text that a thread is about, as it is now. */
export function reviewedText(files: Files, { work, opening }: StoredThread): string | undefined {
  return opening.run === undefined ? files.read(pathIn(work, opening.file))?.bytes.toString('utf8') : undefined
}

export function threadFile({ folder }: ReviewFolder, id: string): string {
  return `${folder}/${id}.yaml`
}

export function entryFile({ folder }: ReviewFolder, thread: string, entry: string): string {
  return `${folder}/${thread}.${entry}.yaml`
}

function readThread(files: Files, work: ReviewFolder, id: string, names: readonly string[]): StoredThread {
  const opening = readFile(files, threadFile(work, id), ThreadOpening)
  const entries = names
    .map(partsOf)
    .filter(({ thread, entry }) => thread === id && entry !== undefined)
    .map(({ entry = '' }) => ({ ...readFile(files, entryFile(work, id, entry), ReviewEntry), id: entry }))
  return { id, work, opening, entries: entries.sort((a, b) => (a.at === b.at ? order(a, b) : a.at < b.at ? -1 : 1)) }
}

function order(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1
}

/** `<thread>.yaml` or `<thread>.<entry>.yaml` */
function partsOf(name: string): { thread: string; entry: string | undefined } {
  const [thread = '', entry] = name.replace(/\.yaml$/, '').split('.')
  return { thread, entry }
}

function readFile<Schema extends z.ZodType>(files: Files, path: string, schema: Schema): z.output<Schema> {
  const bytes = files.read(path)?.bytes
  if (bytes === undefined) throw damaged(path, 'is gone')
  const name = path.slice(path.lastIndexOf('/') + 1, -'.yaml'.length)
  if (whyNotId(name) !== undefined) throw damaged(path, 'has a name that is not a valid id')
  const document = openYaml(bytes, path)
  versionOf(document.data(), { path, current: REVIEW_SCHEMA, absent: REVIEW_SCHEMA })
  return parseWith(schema, document.data(), { path, lineOf: field => document.lineOf(field) })
}
