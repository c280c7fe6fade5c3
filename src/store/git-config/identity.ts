import path from 'node:path'
import { readGitFile } from '../find-repository.ts'
import { parseConfig, type Setting } from './config-text.ts'
import { settingsAt } from './prepare.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The name that git would put on a commit here, read from files alone: no process is started for a name. */
export function identityIn(folder: string, env: Environment): string | undefined {
  const said = env['GIT_AUTHOR_NAME'] ?? nameIn(settingsAt(folder)) ?? nameIn(personalFiles(env).flatMap(settingsOf))
  const name = said
    ?.replace(/[\p{Cc}\p{Cf}<>]+/gu, ' ')
    .trim()
    .slice(0, LONGEST)
  return name === '' ? undefined : name
}

const LONGEST = 100

function nameIn(settings: readonly Setting[]): string | undefined {
  return settings.findLast(({ key }) => key === 'user.name')?.value
}

/** In the order in which git reads them; the last one wins. */
function personalFiles(env: Environment): string[] {
  const { GIT_CONFIG_GLOBAL: only, HOME: home, XDG_CONFIG_HOME: config } = env
  if (only !== undefined) return [only]
  if (home === undefined) return []
  return [path.join(config ?? path.join(home, '.config'), 'git/config'), path.join(home, '.gitconfig')]
}

function settingsOf(file: string): Setting[] {
  return parseConfig(readGitFile(file) ?? '', file)
}
