import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Actor } from '../../src/operation/actor.ts'
import { refuse } from '../../src/operation/errors.ts'
import { revisionOf } from '../../src/store/files/files.ts'
import type { Transaction } from '../../src/store/journal/transaction.ts'
import type { Call } from '../../src/workspace/call.ts'

type Files = Map<string, string>
/** What an operation did, path by path; nothing stands for an absent file. */
type Diff = Map<string, { before: string | undefined; after: string | undefined }>

/** The files of a worktree in memory, so that twenty thousand histories of the real operations fit into one test. */
export class MemoryStore {
  files: Files = new Map()
  readonly #root = path.join(os.tmpdir(), `furrow-model-${process.pid}`)
  readonly done: { diff: Diff; undone: boolean }[] = []
  #now = Date.parse('2026-01-01T00:00:00Z')

  readonly call: Call = {
    actor: { kind: 'agent', id: 'model', door: 'mcp' } satisfies Actor,
    workspace: { root: this.#root, repository: {} },
    home: { dir: '/nowhere/home' },
    clock: { now: () => (this.#now += 1000) },
    get memo() {
      return new Map()
    },
    port: async () => ({
      check: async ({ description }: { description: string }) => ({
        seen: { description, artifacts: {}, conflicts: [] },
        report: '',
      }),
    }),
    store: {
      folder: path.join(this.#root, 'home'),
      settled: async () => undefined,
      // Nobody is asked for anything here.
      state: { prepare: () => ({ all: () => [] }) },
      transact: async (_: unknown, section: (tx: Transaction) => unknown) => this.transact(section),
    },
  } as unknown as Call

  /** For what reads outside a section: the records of the changes, on a real disk while it does. */
  async onDisk<T>(act: () => Promise<T>): Promise<T> {
    const records = [...this.files].filter(([file]) => /^sdd\/changes\/[^/]+\/change\.json$/.test(file))
    try {
      for (const [file, text] of records) {
        fs.mkdirSync(path.dirname(path.join(this.#root, file)), { recursive: true })
        fs.writeFileSync(path.join(this.#root, file), text)
      }
      return await act()
    } finally {
      fs.rmSync(this.#root, { recursive: true, force: true })
    }
  }

  look<T>(section: (tx: Transaction) => T): T {
    return section(transactionOn(this.files, new Map()))
  }

  transact<T>(section: (tx: Transaction) => T): T {
    const next = new Map(this.files)
    const value = section(transactionOn(next, new Map()))
    const diff = differences(this.files, next)
    if (diff.size > 0) this.done.push({ diff, undone: false })
    this.files = next
    return value
  }

  /** As the store's own undo: only where nothing has been built on top, and only if the guard agrees. */
  undo(index: number, guard: (tx: Transaction) => void): void {
    const entry = this.done[index]
    if (entry === undefined || entry.undone) throw refuse('invalid_state', 'There is nothing to undo.')
    const next = new Map(this.files)
    for (const [path, { before, after }] of entry.diff) {
      if (next.get(path) !== after) throw refuse('blocked', `${path} was changed again.`)
      put(next, path, before)
    }
    guard(transactionOn(next, entry.diff))
    this.files = next
    entry.undone = true
  }
}

function transactionOn(files: Files, planned: Diff): Transaction {
  const write = (path: string, content: string | Uint8Array) => {
    files.set(path, content.toString())
    return revisionOf(Buffer.from(content))
  }
  const tx = {
    plan: { changes: new Map([...planned.keys()].map(path => [path, { path }])) },
    read(path: string) {
      const text = files.get(path)
      return text === undefined ? undefined : { path, bytes: Buffer.from(text), revision: '' }
    },
    exists: (path: string) => files.has(path),
    list(folder: string) {
      const below = [...files.keys()].filter(path => path.startsWith(`${folder}/`))
      return [...new Set(below.map(path => path.slice(folder.length + 1).split('/')[0] ?? ''))].sort()
    },
    write,
    create: write,
    replace: write,
    rename(from: string, to: string) {
      for (const [path, text] of [...files]) {
        if (!path.startsWith(`${from}/`)) continue
        files.delete(path)
        files.set(`${to}${path.slice(from.length)}`, text)
      }
    },
    emit: () => undefined,
    enqueue: () => undefined,
    describe: () => undefined,
  }
  return tx as unknown as Transaction
}

function differences(before: Files, after: Files): Diff {
  const paths = new Set([...before.keys(), ...after.keys()])
  const changed = [...paths].filter(path => before.get(path) !== after.get(path))
  return new Map(changed.map(path => [path, { before: before.get(path), after: after.get(path) }]))
}

function put(files: Files, path: string, text: string | undefined): void {
  if (text === undefined) files.delete(path)
  else files.set(path, text)
}
