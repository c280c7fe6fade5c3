import fs from 'node:fs'
import path from 'node:path'
import { isMainThread, threadId } from 'node:worker_threads'
import { resolveInside } from '../../../store/files/contain.ts'
import { createDurably, makeFolder, writeDurably } from '../../../store/files/files.ts'
import { readBytes } from '../../../store/files/read-file.ts'
import { isDeadTag, processTag } from '../../../store/locks/processes.ts'

/** Where the index of a worktree is, relative to its root. */
export const INDEX_FOLDER = '.sdlc/tools/ama/index'
const POINTER = 'current'
const NUMBERED = /^(\d+)\.db$/
/** Beside a numbered file: whose work in progress it is. */
const CLAIM = /^(\d+)\.building$/

/** Refused where a link leads out of the worktree. */
export function indexFolder(root: string): string {
  return resolveInside(root, INDEX_FOLDER, { write: true })
}

/** The file that the pointer names, if both are there. */
export function currentFile(folder: string): string | undefined {
  const number = /^\d+$/.exec(readBytes(path.join(folder, POINTER))?.toString('utf8').trim() ?? '')?.[0]
  if (number === undefined) return undefined
  const file = path.join(folder, `${number}.db`)
  return fs.existsSync(file) ? file : undefined
}

/** A numbered file that nobody else writes to, and nobody reads before it is published. */
export interface Claim {
  readonly folder: string
  readonly number: number
  readonly file: string
}

export function claimNumber(folder: string): Claim {
  makeFolder(folder, 0o700)
  const ignore = path.join(folder, '.gitignore')
  if (!fs.existsSync(ignore)) createDurably(ignore, Buffer.from('*\n'), 0o644)
  removeLeftovers(folder)
  for (let number = 1 + Math.max(0, ...numbersIn(folder, NUMBERED)); ; number += 1) {
    const file = path.join(folder, `${number}.db`)
    if (createDurably(claimOf(folder, number), Buffer.from(tag()))) return { folder, number, file }
  }
}

/** What some living process makes now, and nobody reads yet. */
export function unfinishedFile(folder: string): string | undefined {
  const number = fs.existsSync(folder) && numbersIn(folder, CLAIM).find(each => isClaimed(folder, each))
  return typeof number === 'number' ? path.join(folder, `${number}.db`) : undefined
}

/**
 * Points to a finished index. An open file is never replaced: who reads the one before goes on with it, and it is
 * removed when the next one is made.
 */
export function publishIndex({ folder, number }: Claim): void {
  writeDurably(path.join(folder, POINTER), Buffer.from(`${number}\n`))
  fs.rmSync(claimOf(folder, number), { force: true })
}

export function discardIndex({ folder, number, file }: Claim): void {
  removeDatabase(file)
  fs.rmSync(claimOf(folder, number), { force: true })
}

/** What dead builders left behind, and what was current before the current one was. */
function removeLeftovers(folder: string): void {
  const current = currentFile(folder)
  for (const number of numbersIn(folder, CLAIM))
    if (!isClaimed(folder, number)) fs.rmSync(claimOf(folder, number), { force: true })
  for (const number of numbersIn(folder, NUMBERED)) {
    const file = path.join(folder, `${number}.db`)
    if (file !== current && !isClaimed(folder, number)) removeDatabase(file)
  }
}

function claimOf(folder: string, number: number): string {
  return path.join(folder, `${number}.building`)
}

function isClaimed(folder: string, number: number): boolean {
  const owner = readBytes(claimOf(folder, number))?.toString('utf8')
  return owner !== undefined && !isDeadTag(owner) && !isOfDeadThread(owner)
}

function tag(): string {
  return `${processTag()}-${threadId}`
}

/** A process has one thread for this: what another one of the same process began, it did not live to finish. */
function isOfDeadThread(owner: string): boolean {
  return !isMainThread && owner.startsWith(`${processTag()}-`) && owner !== tag()
}

function numbersIn(folder: string, names: RegExp): number[] {
  return fs.readdirSync(folder).flatMap(name => {
    const number = names.exec(name)?.[1]
    return number === undefined ? [] : [Number(number)]
  })
}

function removeDatabase(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) fs.rmSync(`${file}${end}`, { force: true })
}
