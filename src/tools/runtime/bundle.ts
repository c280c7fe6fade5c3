import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Home } from '../../workspace/home.ts'
import type { Closure } from '../files/closure.ts'
import { type ToolSnapshot, takeSnapshot } from '../files/snapshot.ts'
import type { ToolPlace } from '../files/tool-folders.ts'
import { buildBundle } from './build.ts'
import { cacheBundle, openBuildFolder, verifiedBundle } from './bundle-cache.ts'

export interface BundleRequest {
  readonly place: ToolPlace
  /** Of the workspace. */
  readonly root: string
  readonly closure: Pick<Closure, 'hash'>
  readonly home: Home
  /** Of Furrow: another one may bundle in another way. */
  readonly version: string
}

/**
 * The tool as one file that every runtime starts: made once for each content of its closure, of the very bytes that
 * were hashed, and compared with its own hash before each start.
 */
export async function bundleOf(request: BundleRequest): Promise<string> {
  const { home, version, closure } = request
  const key = `${closure.hash}-${version}`
  const made = verifiedBundle(home, key)
  if (made !== undefined) return made
  const snapshot = snapshotOf(request)
  using workplace = openBuildFolder(home, key, snapshot)
  const built = await buildBundle(snapshot, { name: request.place.name, workplace })
  return cacheBundle(home, workplace, { snapshot, built })
}

/** The bytes are those that were trusted, or nothing is made of them. */
function snapshotOf({ place, root, closure }: BundleRequest): ToolSnapshot {
  const snapshot = takeSnapshot(place.folder, { base: place.base, root })
  if (snapshot.hash === closure.hash) return snapshot
  throw refuse('conflict', `${place.name} was changed while it was being started; nothing was run.`, {
    target: place.name,
    fix: shell`furrow trust status`,
  })
}
