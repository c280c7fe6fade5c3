import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Environment } from '../../../operation/environment.ts'
import { homeFolder } from '../../files/home-folder.ts'
import { repositoryId } from '../repository.ts'

/** Below the home, where neither a tool nor an agent may write. */
export const GIT_FOLDER = 'git'

/** Where Furrow keeps what it makes for git about one repository; without a home that can be written, for this process only. */
export function gitFolderFor(commonDir: string, env: Environment): string {
  const home = homeFolder(env)
  const id = repositoryId(commonDir)
  if (!isUsable(home)) return path.join(temporary(), id)
  const folder = path.join(home, GIT_FOLDER, id)
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    fs.accessSync(folder, fs.constants.W_OK)
    return folder
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return path.join(temporary(), id)
  }
}

/** Reading a repository does not make a home where there is none. */
function isUsable(home: string): boolean {
  return path.isAbsolute(home) && fs.statSync(home, { throwIfNoEntry: false })?.isDirectory() === true
}

let made: string | undefined

function temporary(): string {
  if (made !== undefined && fs.existsSync(made)) return made
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-git-'))
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }))
  made = folder
  return folder
}
