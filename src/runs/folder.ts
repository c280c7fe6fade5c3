import fs from 'node:fs'
import path from 'node:path'
import { contain } from '../store/contain.ts'
import { makeFolder, readBytes, stage, syncFolder } from '../store/files.ts'
import type { Call } from '../workspace/call.ts'

export const RUNS = '.sdlc/.runs'
const IGNORED = ['.runs/', 'tool-interactions/']

type Place = Pick<Call, 'workspace' | 'home'>

/** Where the records and logs of a repository are: in its main worktree, or in the home when it has none. */
export function runsFolder({ workspace, home }: Place): string {
  const { mainWorktree, id } = workspace.repository
  if (mainWorktree === undefined) return path.join(home.dir, 'repos', id, 'runs')
  return contain(mainWorktree, RUNS, { write: true })
}

/** Where the output of a run and its attachments are, beside its record. */
export function logFolder(place: Place, id: string): string {
  return path.join(runsFolder(place), id)
}

/** Made with the first run, for the person alone, and kept out of git. */
export function makeRunsFolder(place: Place): string {
  const folder = runsFolder(place)
  if (fs.existsSync(folder)) return folder
  const { mainWorktree } = place.workspace.repository
  if (mainWorktree !== undefined) ignoreOnce(path.join(mainWorktree, '.sdlc'))
  makeFolder(folder, 0o700)
  return folder
}

/** Written when there is no such file yet; from then on it is the user's, and a removed line stays removed. */
export function ignoreOnce(sdlc: string): void {
  makeFolder(sdlc)
  const file = path.join(sdlc, '.gitignore')
  if (fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined || readBytes(file) !== undefined) return
  stage(file, Buffer.from(`${IGNORED.join('\n')}\n`), 0o644)
  syncFolder(sdlc)
}
