import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Call } from '../../workspace/call.ts'

/** Memory that looks like a folder; where the system has none, its temporary one. */
const MEMORY = '/dev/shm'

/** Where runs are that nobody wants kept: in memory, of this person and this repository alone. */
export function ephemeralFolder({ workspace, home }: Pick<Call, 'workspace' | 'home'>): string {
  const owner = createHash('sha256').update(`${home.dir}\0${workspace.repository.id}`).digest('hex').slice(0, 20)
  return path.join(fs.existsSync(MEMORY) ? MEMORY : os.tmpdir(), `furrow-${process.getuid?.() ?? 0}`, owner)
}

/** Everybody may write beside it, so each folder on the way must be this person's own. */
export function makeEphemeralFolder(folder: string): void {
  for (const each of [path.dirname(path.dirname(folder)), path.dirname(folder), folder]) {
    fs.mkdirSync(each, { recursive: true, mode: 0o700 })
    const { uid, mode } = fs.lstatSync(each)
    if (uid !== process.getuid?.() || (mode & 0o77) !== 0 || !fs.lstatSync(each).isDirectory())
      throw refuse('conflict', `${each} is not yours alone.`, { target: each, fix: shell`ls -ld ${each}` })
  }
}
