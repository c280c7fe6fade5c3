import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../operation/errors.ts'
import { shell } from '../shared/shell/shell.ts'
import { makeFolder } from '../store/files/files.ts'
import { homeFolder } from '../store/files/home-folder.ts'

/** The person's own folder: databases, trust, tokens, caches. Nothing in it belongs to a repository. */
export interface Home {
  readonly dir: string
  /** A file below it; its folder is made, for the person alone. */
  file(...parts: string[]): string
}

export function openHome(env: Readonly<Record<string, string | undefined>>): Home {
  const chosen = homeFolder(env)
  if (!path.isAbsolute(chosen))
    throw refuse('usage', `FURROW_HOME is ${chosen}, which is not an absolute path.`, {
      target: 'FURROW_HOME',
      fix: shell`export FURROW_HOME="$HOME/.furrow"`,
    })
  const dir = fs.existsSync(chosen) ? fs.realpathSync(chosen) : path.resolve(chosen)
  if (fs.existsSync(dir) && !fs.statSync(dir).isDirectory())
    throw refuse('usage', `FURROW_HOME is ${chosen}, which is not a folder.`, {
      target: 'FURROW_HOME',
      fix: shell`export FURROW_HOME="$HOME/.furrow"`,
    })
  return {
    dir,
    file(...parts) {
      const file = path.join(dir, ...parts)
      makeFolder(path.dirname(file), 0o700)
      return file
    },
  }
}
