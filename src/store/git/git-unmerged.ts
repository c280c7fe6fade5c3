import path from 'node:path'
import { readBytes } from '../files/read-file.ts'
import { readGitFile } from './find-repository.ts'

export interface UnmergedFile {
  readonly path: string
  /** One side has removed it, and the other one has changed it. */
  readonly isRemoved: boolean
}

interface GitDirs {
  readonly gitDir: string
  readonly commonDir: string
}

/** The files whose conflict nobody has staged a decision for, read from the index itself: a status asks for it all the time. */
export function unmergedFiles({ gitDir, commonDir }: GitDirs): UnmergedFile[] {
  const index = readBytes(path.join(gitDir, 'index'))
  if (index === undefined) return []
  const hash = /objectformat\s*=\s*sha256/i.test(readGitFile(path.join(commonDir, 'config')) ?? '') ? 32 : 20
  const stages = new Map<string, number[]>()
  for (const { path: file, stage } of entriesIn(index, hash))
    if (stage > 0) stages.set(file, [...(stages.get(file) ?? []), stage])
  return [...stages].map(([file, seen]) => ({ path: file, isRemoved: !seen.includes(2) || !seen.includes(3) }))
}

interface IndexEntry {
  readonly path: string
  /** 0 for what is decided; 1, 2 and 3 for the base, ours and theirs of what is not. */
  readonly stage: number
}

const HEADER = 12
/** Times, device, inode, mode, owner and size of a file. */
const STAT = 40

/** By gitformat-index: from version 4 on a path says how much of the one before it is kept. */
function* entriesIn(index: Buffer, hash: number): Generator<IndexEntry> {
  if (index.length < HEADER || index.toString('latin1', 0, 4) !== 'DIRC') return
  const version = index.readUInt32BE(4)
  let at = HEADER
  let before: Buffer = Buffer.alloc(0)
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    const start = at
    at += STAT + hash
    if (at + 2 > index.length) return
    const flags = index.readUInt16BE(at)
    at += (flags & 0x4000) === 0 ? 2 : 4
    const dropped = version < 4 ? { count: before.length, at } : readCount(index, at)
    const end = index.indexOf(0, dropped.at)
    if (end === -1) return
    const kept = before.subarray(0, Math.max(0, before.length - dropped.count))
    before = Buffer.concat([kept, index.subarray(dropped.at, end)])
    at = version < 4 ? start + ((end - start + 8) & ~7) : end + 1
    yield { path: before.toString('utf8'), stage: (flags >> 12) & 3 }
  }
}

/** Seven bits in each byte, the highest first; every byte but the last one has its top bit set and adds one. */
function readCount(index: Buffer, from: number): { readonly count: number; readonly at: number } {
  let at = from
  let byte = index[at] ?? 0
  let count = byte & 0x7f
  while ((byte & 0x80) !== 0) {
    at += 1
    byte = index[at] ?? 0
    count = (count + 1) * 128 + (byte & 0x7f)
  }
  return { count, at: at + 1 }
}
