import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { openState } from '../database/state.ts'
import { openJson } from '../documents/json/json.ts'
import { writeDurably } from '../files/files.ts'
import { readBytes } from '../files/read-file.ts'
import { excludeStagedFiles } from '../git/git-exclude.ts'
import type { Repository } from '../git/repository.ts'
import { Leases } from './leases.ts'

/** Which FURROW_HOME holds the locks of a repository; two at once would not see each other's writes. */
interface LockOwner {
  readonly home: string
  readonly host: string
  readonly claimed_at: string
}

/** Called under the lock of `home`: claims the repository, or refuses while another home is at work on it. */
export function claim(repository: Repository, home: string, { force = false } = {}): void {
  const owner = readOwner(repository)
  if (owner?.home === home && owner.host === os.hostname()) return
  const reason = owner === undefined || force ? undefined : whyNotTakeOver(repository, owner)
  if (reason !== undefined)
    throw refuse('conflict', `This repository is written through ${owner?.home}: ${reason}`, {
      target: home,
      fix: shell`furrow doctor adopt-home`,
      details: { owner: owner?.home, host: owner?.host },
    })
  excludeStagedFiles(repository)
  const record: LockOwner = { home, host: os.hostname(), claimed_at: new Date().toISOString() }
  writeDurably(ownerFile(repository), Buffer.from(`${JSON.stringify(record, null, 2)}\n`), 0o644)
}

export function readOwner(repository: Repository): LockOwner | undefined {
  const bytes = readBytes(ownerFile(repository))
  if (bytes === undefined) return undefined
  try {
    const { home, host, claimed_at } = Object(openJson(bytes, ownerFile(repository)).data()) as Partial<LockOwner>
    if (typeof home === 'string' && typeof host === 'string') return { home, host, claimed_at: String(claimed_at) }
  } catch (cause) {
    throw damagedOwner(repository, cause)
  }
  throw damagedOwner(repository)
}

function whyNotTakeOver(repository: Repository, owner: LockOwner): string | undefined {
  if (owner.host !== os.hostname()) return `that home is on ${owner.host}, whose processes cannot be seen from here.`
  const file = path.join(owner.home, 'repos', repository.id, 'state.db')
  if (!fs.existsSync(file)) return undefined
  const { database: state } = openState(file)
  try {
    const [lease] = new Leases(state).alive()
    return lease === undefined ? undefined : `process ${lease.pid} (${lease.kind}) is at work there.`
  } finally {
    state.close()
  }
}

export function ownerFile(repository: Repository): string {
  return repository.gitDir === undefined
    ? path.join(repository.commonDir, '.sdlc', '.furrow-home.json')
    : path.join(repository.commonDir, 'furrow-home.json')
}

function damagedOwner(repository: Repository, cause?: unknown) {
  const file = ownerFile(repository)
  return refuse('damaged', `${file} does not say which FURROW_HOME writes here.`, {
    target: file,
    fix: shell`furrow doctor adopt-home`,
    ...(cause !== undefined && { cause }),
  })
}
