import fs from 'node:fs'
import path from 'node:path'
import type { Progress } from '../../operation/capabilities.ts'
import { isRefused } from '../../operation/errors.ts'
import { embedderOf } from '../../search/vectors/configured.ts'
import { isSqliteError, prepared, whyNotStored } from '../../store/database/sqlite.ts'
import type { IndexStatus, IndexSummary } from '../model.ts'
import { Parsers } from './cut/parsers.ts'
import { type CodeIndex, indexMetaOf, openCodeIndex, setIndexMeta, versionFor } from './database.ts'
import { claimNumber, currentFile, discardIndex, indexFolder, publishIndex } from './files/index-folder.ts'
import { type IndexedTree, vectorsOf } from './files/list-files.ts'
import { isWritable, makeTemporaryIndexFolder } from './files/temporary-index.ts'
import { progressRecorder, readIndexProgress } from './progress.ts'
import { syncTree } from './sync.ts'

export interface RefreshOptions {
  readonly rebuild?: boolean
  readonly signal?: AbortSignal
  readonly progress?: (progress: Progress) => void
}

/** The index of one worktree: opened when first needed, brought up to date, made anew when it cannot be used. */
export class Engine {
  #tree: IndexedTree
  readonly #parsers = new Parsers()
  #opened: CodeIndex | undefined
  #borrowed: string | undefined

  constructor(tree: IndexedTree) {
    this.#tree = tree
  }

  get tree(): IndexedTree {
    return this.#tree
  }

  /** The same worktree, with the settings of now. */
  adopt(tree: IndexedTree): this {
    this.#tree = tree
    return this
  }

  #last: Promise<unknown> = Promise.resolve()

  /** One thing at a time: what is refreshed for one question may not be closed under another. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(work, work)
    this.#last = mine.catch(() => undefined)
    return mine
  }

  async refresh({ rebuild = false, ...options }: RefreshOptions = {}): Promise<CodeIndex> {
    const index = rebuild ? undefined : this.#open()
    if (index === undefined || isOutgrown(index)) return this.#build(options)
    try {
      await syncTree(index, this.#tree, { ...options, parsers: this.#parsers, batch: 8 })
      return index
    } catch (error) {
      if (!isDamage(error, index.file)) throw whyNotStored(error, index.file)
      return this.#build(options)
    }
  }

  /** Whether a question is answered after a look at what has changed, and not after the whole tree is read. */
  isReady(): boolean {
    return this.#open() !== undefined
  }

  status(): IndexStatus {
    const index = this.#open()
    const { building, progress } = readIndexProgress(this.#folder())
    if (index === undefined)
      return {
        state: building ? 'building' : 'missing',
        ...(progress !== undefined && { progress }),
        files: 0,
        chunks: 0,
        skipped: 0,
        bytes: 0,
        languages: [],
        left_out: [],
        vectors: { maker: makerOf(this.#tree), made: 0 },
      }
    const updated_at = indexMetaOf(index, 'updated_at')
    const summary = indexSummaryOf(index)
    return {
      ...summary,
      ...(building && { state: 'building' }),
      ...(progress !== undefined && { progress }),
      file: path.relative(this.#tree.root, index.file),
      bytes: fs.statSync(index.file).size,
      ...(updated_at !== undefined && { updated_at }),
      languages: languagesIn(index),
      left_out: leftOut(index),
      vectors: { maker: makerOf(this.#tree), made: index.vectors.isLearned ? summary.chunks : index.vectors.count() },
    }
  }

  close(): void {
    this.#closeIndex()
    if (this.#borrowed !== undefined) fs.rmSync(this.#borrowed, { recursive: true, force: true })
    this.#borrowed = undefined
  }

  /** In the worktree; where nothing may be written there, one for as long as this engine lives. */
  #folder(): string {
    if (this.#borrowed === undefined && !isWritable(this.#tree.root)) this.#borrowed = makeTemporaryIndexFolder()
    return this.#borrowed ?? indexFolder(this.#tree.root)
  }

  #closeIndex(): void {
    this.#opened?.database.close()
    this.#opened = undefined
  }

  /** The one that the pointer names now, if it is of this version and can be read. */
  #open(): CodeIndex | undefined {
    const file = currentFile(this.#folder())
    if (file !== undefined && file === this.#opened?.file && this.#fits(this.#opened)) return this.#opened
    this.#closeIndex()
    if (file === undefined) return undefined
    try {
      const index = openCodeIndex(file)
      if (this.#fits(index)) this.#opened = index
      else index.database.close()
    } catch (error) {
      if (!isDamage(error, file)) throw error
    }
    return this.#opened
  }

  /** Cut, weighed and given vectors as it would be now. */
  #fits(index: CodeIndex): boolean {
    return indexMetaOf(index, 'version') === versionFor(this.#tree)
  }

  async #build(options: Omit<RefreshOptions, 'rebuild'>): Promise<CodeIndex> {
    const claim = claimNumber(this.#folder())
    try {
      const index = openCodeIndex(claim.file)
      this.#closeIndex()
      const learn = vectorsOf(this.#tree).provider === 'statistical'
      this.#opened = index
      await syncTree(index, this.#tree, {
        ...options,
        ...progressRecorder(index, options),
        parsers: this.#parsers,
        batch: 200,
        learn,
      })
      setIndexMeta(index, 'version', versionFor(this.#tree))
      publishIndex(claim)
      return index
    } catch (error) {
      this.#closeIndex()
      discardIndex(claim)
      throw whyNotStored(error, claim.file)
    }
  }
}

/** What was learned from a part of the tree says little of a whole that has grown far beyond it. */
function isOutgrown(index: CodeIndex): boolean {
  const learned = indexMetaOf(index, 'learned_from')
  if (learned === undefined) return false
  const { n } = prepared(index.database, 'SELECT count(*) AS n FROM files').get() as { n: number }
  return n > FEW_FILES && n > Number(learned) * GROWTH
}

const FEW_FILES = 200
const GROWTH = 1.5

/** An index holds nothing that the files do not: what is wrong with it is mended by making it anew. */
export function isDamage(error: unknown, file: string): boolean {
  const reason = whyNotStored(error, file)
  return isRefused(reason) ? reason.code === 'damaged' || reason.code === 'newer_schema' : isSqliteError(error)
}

export function indexSummaryOf({ database }: CodeIndex): IndexSummary {
  const sql = `SELECT count(*) - count(skipped) AS files, count(skipped) AS skipped,
    (SELECT count(*) FROM chunks) AS chunks FROM files`
  return { state: 'fresh', ...(prepared(database, sql).get() as { files: number; chunks: number; skipped: number }) }
}

function languagesIn({ database }: CodeIndex): IndexStatus['languages'] {
  const sql = `SELECT language, count(*) AS files FROM files WHERE skipped IS NULL GROUP BY language ORDER BY files DESC, language`
  return prepared<IndexStatus['languages'][number]>(database, sql).all()
}

const EXAMPLES = 5

function leftOut({ database }: CodeIndex): IndexStatus['left_out'] {
  const sql = `SELECT skipped AS reason, count(*) AS files, json_group_array(path) FILTER (WHERE place <= ${EXAMPLES}) AS examples
    FROM (SELECT skipped, path, row_number() OVER (PARTITION BY skipped ORDER BY path) AS place FROM files
      WHERE skipped IS NOT NULL) GROUP BY skipped ORDER BY count(*) DESC`
  const rows = prepared<{ reason: string; files: number; examples: string }>(database, sql).all()
  return rows.map(({ reason, files, examples }) => ({ reason, files, examples: JSON.parse(examples) as string[] }))
}

/** For people: whose vectors stand beside the words. */
function makerOf(tree: IndexedTree): string {
  const settings = vectorsOf(tree)
  return embedderOf(settings)?.name ?? settings.provider
}
