import fs from 'node:fs'
import path from 'node:path'
import { type Refused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { tempName } from '../files/files.ts'

/** Why a database was found damaged, for every process that would write to it. */
interface DamageMark {
  /** Of which file; without it, of the one that is there. */
  readonly inode?: string
  readonly says: string
}

/** Larger files are looked through without comparing each index with its table. */
export const MOST_COMPARED_BYTES = 16 * 1024 * 1024

/**
 * Nothing is written to a database that is damaged. It is checked before the first write when its file is not as a
 * Furrow process left it (a stamp beside it says how that was), and what a check or a statement finds is marked beside
 * the file until `furrow doctor repair`.
 */
export class WriteGuard {
  readonly #file: string
  readonly #check: () => string | undefined
  /** The file as it was when it was last known to be sound. */
  #known: string | undefined

  constructor(file: string, check: () => string | undefined) {
    this.#file = file
    this.#check = check
  }

  beforeWrite(): void {
    const damaged = damageOf(this.#file)
    if (damaged !== undefined) throw damaged
    const now = stampOf(this.#file)
    if (now === this.#known) return
    if (now !== textOf(checkedFile(this.#file))) this.#insistOnSound()
    this.#known = now
  }

  /** A checkpoint of this process changes the file, and what this process knew of it. */
  afterWrite(): void {
    const now = stampOf(this.#file)
    if (now !== this.#known) this.#remember(now)
  }

  /** Closing may bring the log into the file. */
  whileClosing(close: () => void): void {
    const isKnown = this.#known !== undefined && this.#known === stampOf(this.#file)
    close()
    if (isKnown) this.#remember(stampOf(this.#file))
  }

  #insistOnSound(): void {
    const says = this.#check()
    if (says === undefined) return
    markDamaged(this.#file, says)
    throw damagedRefusal(this.#file, says)
  }

  #remember(now: string): void {
    this.#known = now
    if (textOf(checkedFile(this.#file)) !== now) writeIfPossible(checkedFile(this.#file), now)
  }
}

/** The refusal for a database that was found damaged and has not been repaired since. */
export function damageOf(file: string): Refused | undefined {
  const text = textOf(damagedFile(file))
  if (text === undefined) return undefined
  const { inode, says } = markIn(text)
  // Another file is there by now: it was repaired or restored.
  return inode === undefined || inode === inodeOf(file) ? damagedRefusal(file, says) : undefined
}

export function markDamaged(file: string, says: string): void {
  if (damageOf(file) !== undefined) return
  const mark: DamageMark = { inode: inodeOf(file), says }
  writeIfPossible(damagedFile(file), JSON.stringify(mark))
}

/** After a repair, or a full check that finds nothing. */
export function clearDamage(file: string): void {
  for (const mark of [damagedFile(file), checkedFile(file)]) fs.rmSync(mark, { force: true })
}

function damagedRefusal(file: string, says: string): Refused {
  return refuse('damaged', `${file} is damaged: ${says}. Nothing was written; what can be read is still answered.`, {
    target: file,
    fix: shell`furrow doctor repair`,
  })
}

function markIn(text: string): DamageMark {
  try {
    return JSON.parse(text) as DamageMark
  } catch {
    // Half written when a process was killed.
    return { says: 'a check found it so' }
  }
}

function damagedFile(file: string): string {
  return `${file}-damaged`
}

function checkedFile(file: string): string {
  return `${file}-checked`
}

function inodeOf(file: string): string {
  return String(fs.statSync(file, { bigint: true, throwIfNoEntry: false })?.ino)
}

function stampOf(file: string): string {
  const found = fs.statSync(file, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? 'none' : `${found.ino} ${found.size} ${found.mtimeNs}`
}

/** Not through a link: a tool can put one beside the database that leads to a file it cannot reach itself. */
function textOf(file: string): string | undefined {
  if (fs.lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined
  try {
    const handle = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0))
    try {
      return fs.readFileSync(handle, 'utf8')
    } finally {
      fs.closeSync(handle)
    }
  } catch (error) {
    // Gone meanwhile, or not ours to read: then nothing is known.
    if (!(error instanceof Error && 'code' in error)) throw error
    return undefined
  }
}

/** In the place of whatever is there, a link included. Where it cannot be written the next process looks for itself. */
function writeIfPossible(file: string, text: string): void {
  const temp = path.join(path.dirname(file), tempName())
  try {
    fs.writeFileSync(temp, text, { mode: 0o600, flag: 'wx' })
    fs.renameSync(temp, file)
  } catch (error) {
    fs.rmSync(temp, { force: true })
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}
