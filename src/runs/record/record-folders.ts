import fs from 'node:fs'
import path from 'node:path'
import { resolveInside } from '../../store/files/contain.ts'
import { createDurably, makeFolder } from '../../store/files/files.ts'
import { readBytes } from '../../store/files/read-file.ts'
import type { StorageContext } from '../../workspace/call.ts'

export const RUNS = '.sdlc/.runs'
export const INTERACTIONS = '.sdlc/tool-interactions'
const IGNORED = ['.runs/', 'tool-interactions/']

/** Where the records and logs of a repository are: in its main worktree, or in the home when it has none. */
export function runsFolder({ workspace, home }: StorageContext): string {
  const { mainWorktree, id } = workspace.repository
  if (mainWorktree === undefined) return path.join(home.dir, 'repos', id, 'runs')
  return resolveInside(mainWorktree, RUNS, { write: true })
}

/** The same for the interactions of tools, in a folder of each. */
export function interactionsFolder({ workspace, home }: StorageContext): string {
  const { mainWorktree, id } = workspace.repository
  if (mainWorktree === undefined) return path.join(home.dir, 'repos', id, 'tool-interactions')
  return resolveInside(mainWorktree, INTERACTIONS, { write: true })
}

/** Every folder that records are written to: that of runs, and one for each tool. */
export function recordFolders(place: StorageContext): string[] {
  const base = interactionsFolder(place)
  const tools = fs.existsSync(base) ? fs.readdirSync(base).map(name => path.join(base, name)) : []
  return [runsFolder(place), ...tools]
}

/** Made with the first run, for the person alone, and kept out of git. */
export function makePrivateFolder(place: StorageContext, folder: string): void {
  if (fs.existsSync(folder)) return
  const { mainWorktree } = place.workspace.repository
  if (mainWorktree !== undefined) writeGitignoreOnce(path.join(mainWorktree, '.sdlc'))
  makeFolder(folder, 0o700)
}

/** Written when there is no such file yet; from then on it is the user's, and a removed line stays removed. */
export function writeGitignoreOnce(sdlc: string): void {
  makeFolder(sdlc)
  const file = path.join(sdlc, '.gitignore')
  if (fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined || readBytes(file) !== undefined) return
  createDurably(file, Buffer.from(`${IGNORED.join('\n')}\n`), 0o644)
}
