import fs from 'node:fs'
import path from 'node:path'
import { isRefused, type Refused, refuse } from '../../operation/errors.ts'
import { type Revision, revisionOf, syncFolder, writeStaged } from '../files/files.ts'
import { hasCode, ioRefusal } from '../files/io-refusal.ts'
import { inFolder, makeInside, readInside } from '../files/safe-open.ts'
import type { FileChange } from './transaction.ts'

/** A change as the journal keeps it. */
export type JournalStep = FileChange & {
  /** Where a new text is staged, or the old one of a removal that has to be taken back. */
  readonly temp: string | null
  /** The outermost folder that has to be made for it; taken back with it. */
  readonly made: string | null
}

export interface Images {
  get(revision: Revision): Buffer | undefined
}

export function toStep(change: FileChange, id: string, index: number): JournalStep {
  const made = change.kind === 'remove' ? null : firstMissing(path.dirname(targetOf(change)))
  if (change.kind === 'rename') return { ...change, temp: null, made }
  return { ...change, temp: path.join(path.dirname(stepPath(change)), `.furrow-${id}-${index}.tmp`), made }
}

/** What the step is about, where it was before. */
export function stepPath(step: FileChange): string {
  return path.join(step.root, step.path)
}

/** What stands at a place now; what was led outside is nothing that any step has seen or written. */
export function revisionAt(root: string, file: string): Revision | 'outside' | null {
  if (!fs.existsSync(root)) return null
  try {
    const bytes = readInside(root, file)
    return bytes === undefined ? null : revisionOf(bytes)
  } catch (error) {
    if (isRefused(error) && error.code === 'usage') return 'outside'
    throw error
  }
}

export function stagedRevision({ root, path: file, temp }: JournalStep): Revision | 'outside' | null {
  return temp === null ? null : revisionAt(root, path.join(path.dirname(file), path.basename(temp)))
}

/** Everything that can fail for want of space or rights happens here, before the first file changes. */
export function stageStep(step: JournalStep, images: Images): void {
  try {
    if (step.kind !== 'remove') makeInside(step.root, path.dirname(targetOf(step)))
    if (step.kind !== 'write') fs.accessSync(path.dirname(stepPath(step)), fs.constants.W_OK)
    if (step.kind === 'rename') fs.accessSync(path.dirname(targetOf(step)), fs.constants.W_OK)
    if (step.kind === 'write') stageText(step, imageIn(images, step.after), step.mode)
  } catch (error) {
    throw ioRefusal(error, stepPath(step))
  }
}

/**
 * Editors and git do not take our lock: the last look before the first rename decides. What it returns tells whether
 * somebody came after it.
 */
export function fileStampOf(step: JournalStep): FileStamp {
  const look = markOf(stepPath(step))
  if (step.kind === 'rename') refuseIfUnmovable(step)
  else if (revisionAt(step.root, step.path) !== step.before) throw touched(step)
  return look
}

/** A file by its inode, size and times, as quickly as it can be told. */
export type FileStamp = string

/** Nobody can be kept from saving between this and the rename, but that is the next call. */
function refuseIfTouched(step: JournalStep, place: string, look: FileStamp | undefined): void {
  if (look !== undefined && markOf(place) !== look) throw touched(step)
}

function markOf(place: string): FileStamp {
  const stats = fs.lstatSync(place, { bigint: true, throwIfNoEntry: false })
  return stats === undefined ? '' : `${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`
}

function touched(step: JournalStep): Refused {
  return refuse('conflict', `${step.path} was changed by something else at the same moment; nothing was written.`, {
    target: step.path,
    details: { current_revision: step.kind === 'rename' ? null : revisionAt(step.root, step.path) },
  })
}

/** With a look, only as long as the file is what was seen then. */
export function publishStep(step: JournalStep, look?: FileStamp): void {
  try {
    if (step.kind === 'write') putInPlace(step, look)
    if (step.kind === 'remove') removeText(step, look)
    if (step.kind === 'rename') move(step.root, stepPath(step), targetOf(step))
  } catch (error) {
    throw ioRefusal(error, stepPath(step))
  }
}

/** The way back of a published step, for an operation that cannot be finished. What others did since then stays. */
export function undoStep(step: JournalStep, images: Images): void {
  if (step.kind === 'rename') takeBackRename(step)
  else if (revisionAt(step.root, step.path) === (step.kind === 'write' ? step.after : null)) takeBackText(step, images)
}

export function refuseIfUnmovable(step: JournalStep & { kind: 'rename' }): void {
  const [from, to] = [step.path, step.target]
  if (!fs.existsSync(stepPath(step)))
    throw refuse('conflict', `${from} is gone; nothing was written.`, { target: from })
  if (fs.existsSync(targetOf(step)))
    throw refuse('conflict', `${to} is there already; nothing was written.`, { target: to })
}

/** Tells which steps are published. A folder that was renamed at the end took the files written in it along. */
export function publishedIn(steps: readonly JournalStep[]): (step: JournalStep) => boolean {
  const renames = steps.filter(step => step.kind === 'rename')
  return step => {
    if (step.kind === 'rename') return isRenamed(step)
    const moved = renames.find(
      rename => step.root === rename.root && step.path.startsWith(`${rename.path}/`) && isRenamed(rename),
    )
    const place = moved === undefined ? step.path : path.join(moved.target, step.path.slice(moved.path.length))
    return revisionAt(step.root, place) === (step.kind === 'write' ? step.after : null)
  }
}

/** Makes every folder durable whose names have changed, wherever it is by now. */
export function syncFolders(steps: readonly JournalStep[]): void {
  const folders = steps.flatMap(step => [
    ...placesNow(steps, path.dirname(stepPath(step))),
    path.dirname(targetOf(step)),
    ...(step.kind !== 'write' && typeof step.prune === 'string' ? [path.dirname(step.prune)] : []),
  ])
  // One that was left empty is gone; the folder above it is what must be durable.
  for (const folder of new Set(folders)) if (fs.existsSync(folder)) syncFolder(folder)
}

/** A folder, and where a rename in the same operation took it. */
function placesNow(steps: readonly JournalStep[], folder: string): string[] {
  const moves = steps.flatMap(step => (step.kind === 'rename' ? [{ from: stepPath(step), to: targetOf(step) }] : []))
  const taken = moves.filter(({ from }) => folder === from || folder.startsWith(`${from}${path.sep}`))
  return [folder, ...taken.map(({ from, to }) => to + folder.slice(from.length))]
}

/** Folders that a removal left empty, where an earlier operation had made them. */
export function pruneEmptyFolders(steps: readonly JournalStep[]): void {
  for (const step of steps)
    if (step.kind !== 'write' && typeof step.prune === 'string')
      removeEmpty(step.root, path.dirname(stepPath(step)), step.prune)
}

/** Takes back what was staged, with the folders made for it. */
export function dropStaged(steps: readonly JournalStep[]): void {
  for (const step of steps) removeStagedText(step)
  for (const step of steps) if (step.made !== null) removeEmpty(step.root, path.dirname(targetOf(step)), step.made)
}

function targetOf(change: FileChange): string {
  return change.kind === 'rename' ? path.join(change.root, change.target) : stepPath(change)
}

function firstMissing(folder: string): string | null {
  if (fs.existsSync(folder)) return null
  return firstMissing(path.dirname(folder)) ?? folder
}

function imageIn(images: Images, revision: Revision): Buffer {
  const bytes = images.get(revision)
  if (bytes === undefined) throw new Error(`there is no image ${revision}`)
  return bytes
}

function takeBackRename(step: JournalStep & { kind: 'rename' }): void {
  if (!isRenamed(step)) return
  makeInside(step.root, path.dirname(stepPath(step)))
  move(step.root, targetOf(step), stepPath(step))
}

type TextStep = Exclude<JournalStep, { kind: 'rename' }>

function takeBackText(step: TextStep, images: Images): void {
  if (step.before === null) {
    removeText(step)
    return
  }
  removeStagedText(step)
  makeInside(step.root, path.dirname(stepPath(step)))
  stageText(step, imageIn(images, step.before), step.kind === 'write' ? step.mode : 0o644)
  putInPlace(step)
}

function stageText(step: TextStep, bytes: Buffer, mode: number): void {
  atStagedPlace(step, (_, temp) => writeStaged(temp, bytes, mode))
}

function putInPlace(step: TextStep, look?: FileStamp): void {
  atStagedPlace(step, (place, temp) => {
    refuseIfTouched(step, place, look)
    fs.renameSync(temp, place)
  })
}

function removeText(step: TextStep, look?: FileStamp): void {
  atStagedPlace(step, place => {
    refuseIfTouched(step, place, look)
    fs.unlinkSync(place)
  })
}

/** Where its folder is gone, so is what was staged in it. */
export function removeStagedText({ root, temp }: JournalStep): void {
  if (temp === null || !fs.existsSync(root)) return
  inFolder(root, path.dirname(temp), at => fs.rmSync(at(path.basename(temp)), { force: true }))
}

/** In the step's own folder, with the places of its text and of what is staged for it. */
function atStagedPlace(step: TextStep, use: (place: string, temp: string) => void): void {
  const { temp } = step
  if (temp === null) throw new Error(`${step.path} has no place to be staged`)
  const folder = path.dirname(stepPath(step))
  const done = inFolder(step.root, folder, at => {
    use(at(path.basename(step.path)), at(path.basename(temp)))
    return true
  })
  if (done !== true) throw Object.assign(new Error(`${folder} is gone`), { code: 'ENOENT' })
}

function move(root: string, from: string, to: string): void {
  const done = inFolder(root, path.dirname(from), source =>
    inFolder(root, path.dirname(to), target => {
      fs.renameSync(source(path.basename(from)), target(path.basename(to)))
      return true
    }),
  )
  if (done !== true) throw Object.assign(new Error(`${from} cannot be moved`), { code: 'ENOENT' })
}

function isRenamed(step: JournalStep & { kind: 'rename' }): boolean {
  return !fs.existsSync(stepPath(step)) && fs.existsSync(targetOf(step))
}

/** Removes `folder` and those above it up to `last`, as long as they are empty. */
function removeEmpty(root: string, folder: string, last: string): void {
  if (!fs.existsSync(root)) return
  for (let at = folder; at === last || at.startsWith(`${last}${path.sep}`); at = path.dirname(at)) {
    const name = path.basename(at)
    if (inFolder(root, path.dirname(at), inside => isLeft(inside(name))) === true) return
  }
}

function isLeft(folder: string): boolean {
  try {
    fs.rmdirSync(folder)
    return false
  } catch (error) {
    return !hasCode(error, 'ENOENT')
  }
}
