import fs from 'node:fs'
import path from 'node:path'
import { makeFolder } from '../../store/files/files.ts'
import { GIT_FOLDER } from '../../store/git/config/config-files.ts'
import { packageRoot } from '../../store/installation/package-root.ts'
import type { Call } from '../../workspace/call.ts'
import { PERSON_CONFIG } from '../../workspace/config/read-config.ts'
import { MEMORY_FOLDER, settleMemory } from '../../workspace/memory-file.ts'
import type { Confinement, ContainmentLevel } from './sandbox.ts'
import { canCover, type Layer, shieldedAtBest } from './shield.ts'

/** What a furrow that a tool starts works with: state, memory, caches and what hooks remember. */
const WORKED_WITH = ['repos', MEMORY_FOLDER, 'caches', 'cache'] as const

/** What a person has decided, the code of tools as it is started, whosever secrets it is given, and what git is told. */
const READ_FOLDERS = ['trust', 'caches/tools', GIT_FOLDER] as const

type Guarded = Pick<Call, 'home' | 'workspace'>

/**
 * What a repository brings along runs with the person's rights, and gets the secrets that were granted to it: the others
 * are out of its sight, and what was trusted out of its reach, where bubblewrap makes the namespace.
 */
export async function confineGuarded(call: Guarded): Promise<Confinement<ContainmentLevel>> {
  if (!(await canCover())) return shieldedAtBest({ base: 'writable', layers: homeLayers(call, []) })
  for (const name of [...WORKED_WITH, ...READ_FOLDERS]) makeFolder(path.join(call.home.dir, name), 0o700)
  const { file, refusal } = settleMemory(call.home)
  const unsettled = [file, `${file}-wal`].filter(() => refusal !== undefined)
  return shieldedAtBest({ base: 'writable', layers: homeLayers(call, unsettled) })
}

/**
 * Furrow's home is an empty, read-only folder, in which only this is shown. What was covered one by one could be made, or replaced by
 * a rename, while the tool runs, and a mount on a file goes with the file; one in the empty folder stays, as it was at the start.
 */
function homeLayers({ home, workspace }: Guarded, unsettled: readonly string[]): Layer[] {
  const below = (names: readonly string[]) => names.map(name => path.join(home.dir, name))
  const { root, repository } = workspace
  const inHome = (places: readonly (string | undefined)[]) =>
    places.filter(place => place !== undefined).filter(place => place.startsWith(`${home.dir}/`))
  return [
    // Those above it are mounts too, or they could be moved away with it and another be made.
    ['writable', movable(path.dirname(home.dir))],
    ['empty', [home.dir]],
    ['writable', below(WORKED_WITH)],
    ['readOnly', [...below([...READ_FOLDERS, PERSON_CONFIG]), ...unsettled]],
    ['readOnly', inHome([packageRoot(), process.execPath])],
    ['writable', inHome([repository.mainWorktree, root, repository.commonDir])],
  ]
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
