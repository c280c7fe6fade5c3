import fs from 'node:fs'
import path from 'node:path'
import { readActiveChange } from '../../workspace/commits/active-change.ts'
import { isOnlyTrailer, withTrailer } from '../../workspace/commits/change-trailer.ts'

/** Git is putting older commits in another place; they keep the trailer they have, or have none. */
const REPLAYING = ['rebase-merge', 'rebase-apply', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'] as const

/** Run by git's prepare-commit-msg: adds the trailer of the change that is active, or that was just completed. */
export function prepareMessage(cwd: string, [file, source]: readonly string[]): void {
  const look = readActiveChange(cwd)
  const id = look?.committed
  const gitDir = look?.workspace.repository.gitDir
  if (file === undefined || id === undefined || gitDir === undefined) return
  if (source === 'commit' || REPLAYING.some(name => fs.existsSync(path.join(gitDir, name)))) return
  const place = path.resolve(cwd, file)
  const message = fs.readFileSync(place, 'utf8')
  const next = withTrailer(message, id)
  if (next !== message) fs.writeFileSync(place, next)
}

/** Run by git's commit-msg: a message that is nothing but the trailer is no message, and git gives up as it would have. */
export function checkCommitMessage(cwd: string, [file]: readonly string[]): void {
  if (file === undefined) return
  const place = path.resolve(cwd, file)
  if (isOnlyTrailer(fs.readFileSync(place, 'utf8'))) fs.writeFileSync(place, '')
}
