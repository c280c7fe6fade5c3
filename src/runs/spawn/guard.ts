import fs from 'node:fs'
import path from 'node:path'
import { createDurably, makeFolder } from '../../store/files.ts'
import { GIT_FOLDER } from '../../store/git-config/places.ts'
import { PERSON_CONFIG } from '../../workspace/config/read.ts'
import type { Home } from '../../workspace/home.ts'
import { serverToken } from '../../workspace/serving/token.ts'
import type { Confinement, Level } from './sandbox.ts'
import { canCover, shieldedAtBest } from './shield.ts'

/** Keys, tokens, sessions and copies of them, below the person's home. */
const HIDDEN_FOLDERS = ['secrets', 'tokens', 'sessions', 'backups'] as const
const HIDDEN = [...HIDDEN_FOLDERS, 'token'] as const

/** What a person has decided, the code of tools as it is started, whosever secrets it is given, and what git is told. */
const KEPT_FOLDERS = ['trust', 'caches/tools', GIT_FOLDER] as const
const KEPT = [...KEPT_FOLDERS, PERSON_CONFIG] as const

/** What no program that Furrow starts has to know of Furrow's own home. */
export function hiddenIn(home: Pick<Home, 'dir'>): string[] {
  return HIDDEN.map(name => path.join(home.dir, name))
}

/**
 * What a repository brings along runs with the person's rights, and gets the secrets that were granted to it: the others
 * are out of its sight, and what was trusted out of its reach, where bubblewrap makes the namespace.
 */
export async function confineGuarded(home: Home): Promise<Confinement<Level>> {
  if (await canCover()) makePlaces(home)
  return shieldedAtBest({
    base: 'writable',
    layers: [
      // What holds the read-only folders is a mount too, or it could be moved away with them and another be made.
      ['writable', [...movable(home.dir), path.join(home.dir, 'caches')]],
      ['readOnly', KEPT.map(name => path.join(home.dir, name))],
      ['hidden', hiddenIn(home)],
    ],
  })
}

/** What is not there cannot be covered, and could be put there by whoever comes first. */
function makePlaces(home: Home): void {
  for (const name of [...HIDDEN_FOLDERS, ...KEPT_FOLDERS]) makeFolder(path.join(home.dir, name), 0o700)
  const config = path.join(home.dir, PERSON_CONFIG)
  if (!fs.existsSync(config)) createDurably(config, Buffer.from('schema_version: 1\n'))
  // Inside another tool it is there, and empty.
  if (!fs.existsSync(path.join(home.dir, 'token'))) serverToken(home)
}

/** The folder and those above it that could be moved out of the way for another one: as mounts they cannot. */
function movable(folder: string): string[] {
  const parent = path.dirname(folder)
  if (parent === folder || !isWritable(parent)) return []
  return [...movable(parent), folder]
}

function isWritable(folder: string): boolean {
  try {
    fs.accessSync(folder, fs.constants.W_OK)
    return true
  } catch {
    return false
  }
}
