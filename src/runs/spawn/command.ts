import { accessSync, constants, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'

interface CommandSearch {
  readonly cwd: string
  readonly path: string
}

/**
 * The program that will run, found before anything is started: inside a wrapper a missing one would only show as
 * the wrapper's own failure.
 */
export function resolveCommand(argv: readonly string[], { cwd, path }: CommandSearch): string[] {
  const [name, ...rest] = argv
  if (name === undefined || name === '')
    throw refuse('usage', 'There is no command to run.', { fix: shell`furrow exec -- npm test` })
  if (argv.some(part => part.includes('\0')))
    throw refuse('usage', 'A command cannot hold a null character.', { target: name })
  if (!isDirectory(cwd)) throw refuse('not_found', `The folder ${cwd} to run in does not exist.`, { target: cwd })
  const candidates = name.includes('/')
    ? [resolve(cwd, name)]
    : path.split(':').map(folder => join(resolve(cwd, folder), name))
  const found = candidates.find(isProgram)
  if (found === undefined) throw explain(name, candidates.find(isFile))
  return [found, ...rest]
}

function explain(name: string, present: string | undefined): Error {
  if (present === undefined && name.includes('/'))
    return refuse('not_found', `There is no file ${name} to run.`, { target: name })
  if (present === undefined)
    return refuse('not_found', `There is no command ${name} on PATH. Install it, or give its path.`, { target: name })
  return refuse('invalid_state', `${present} is not executable.`, { target: present, fix: shell`chmod +x ${present}` })
}

function isProgram(file: string): boolean {
  if (!isFile(file)) return false
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A folder on PATH that may not be read has nothing to run. */
function isFile(file: string): boolean {
  try {
    return statSync(file).isFile()
  } catch {
    return false
  }
}

function isDirectory(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
}
