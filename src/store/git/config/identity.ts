import path from 'node:path'
import type { Environment } from '../../../operation/environment.ts'
import { readGitFile } from '../find-repository.ts'
import { type GitSetting, parseConfig } from './config-text.ts'
import { settingsAt } from './prepare.ts'

/** The name that git would put on a commit here, read from files alone: no process is started for a name. */
export function identityIn(folder: string, env: Environment): string | undefined {
  return readGitIdentity(folder, env).name
}

interface GitIdentity {
  readonly name: string | undefined
  readonly email: string | undefined
}

/** Both parts of it; git makes no commit where one is missing. */
export function readGitIdentity(folder: string, env: Environment): GitIdentity {
  const own = settingsAt(folder)
  const personal = personalFiles(env).flatMap(settingsOf)
  const find = (key: string) =>
    own.findLast(each => each.key === key)?.value ?? personal.findLast(each => each.key === key)?.value
  return {
    name: cleaned(env['GIT_AUTHOR_NAME'] ?? find('user.name')),
    email: cleaned(env['GIT_AUTHOR_EMAIL'] ?? find('user.email')),
  }
}

const LONGEST = 100

function cleaned(said: string | undefined): string | undefined {
  const text = said
    ?.replace(/[\p{Cc}\p{Cf}<>]+/gu, ' ')
    .trim()
    .slice(0, LONGEST)
  return text === '' ? undefined : text
}

/** In the order in which git reads them; the last one wins. */
function personalFiles(env: Environment): string[] {
  const { GIT_CONFIG_GLOBAL: only, HOME: home, XDG_CONFIG_HOME: config } = env
  if (only !== undefined) return [only]
  if (home === undefined) return []
  return [path.join(config ?? path.join(home, '.config'), 'git/config'), path.join(home, '.gitconfig')]
}

function settingsOf(file: string): GitSetting[] {
  return parseConfig(readGitFile(file) ?? '', file)
}
