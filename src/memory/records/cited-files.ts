import fs from 'node:fs'
import { isRefused, type Refused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { resolveInside } from '../../store/files/contain.ts'
import { revisionOf } from '../../store/files/files.ts'
import { readInside } from '../../store/files/safe-open.ts'
import type { Call } from '../../workspace/call.ts'
import type { CitedFile, Observation } from '../port.ts'
import { projectIn } from '../projects/identity.ts'

/** Every answer that shows the record hashes its files again. */
const MOST_BYTES = 4 * 1024 * 1024

export type CitedState = 'unchanged' | 'changed' | 'missing'
export type CheckedFile = CitedFile & { readonly state: CitedState }

/** The files of this workspace that a record is about, with the hashes of what they say now. */
export function citeFiles({ workspace }: Call, paths: readonly string[]): CitedFile[] | Refused {
  const cited: CitedFile[] = []
  for (const path of new Set(paths)) {
    const hash = hashAt(workspace.root, path)
    if (isRefused(hash)) return hash
    if (hash === undefined)
      return refuse('not_found', `There is no file ${path} in this workspace; nothing was saved.`, {
        target: 'files',
        fix: shell`ls ${path.split('/').slice(0, -1).join('/') || '.'}`,
      })
    cited.push({ path, hash })
  }
  return cited
}

/** How the cited files are now. Those of another project's records lie elsewhere and are not looked at. */
export async function checkFiles(call: Call, { files, project }: Observation): Promise<CheckedFile[] | undefined> {
  if (files === undefined) return undefined
  const { names } = await projectIn(call, undefined, { tells: false, onlyShows: true })
  if (!names.includes(project)) return undefined
  return files.map(file => ({ ...file, state: stateOf(call, file) }))
}

function stateOf(call: Call, { path, hash }: CitedFile): CitedState {
  const key = `memory file ${path}`
  const known = call.memo.get(key) as { hash: string | undefined } | undefined
  const found = known ?? { hash: hashOrNothing(call.workspace.root, path) }
  call.memo.set(key, found)
  if (found.hash === undefined) return 'missing'
  return found.hash === hash ? 'unchanged' : 'changed'
}

function hashOrNothing(root: string, path: string): string | undefined {
  const hash = hashAt(root, path)
  return isRefused(hash) ? hash.message : hash
}

/** A refusal where it is not a file that can be cited: too large, a folder, a link that leaves the workspace. */
function hashAt(root: string, path: string): string | Refused | undefined {
  try {
    const stats = fs.statSync(resolveInside(root, path), { throwIfNoEntry: false })
    if (stats?.isDirectory() === true)
      return refuse('usage', `${path} is a folder; cite the files in it.`, {
        target: 'files',
        fix: shell`ls ${path}`,
      })
    if ((stats?.size ?? 0) > MOST_BYTES)
      return refuse('usage', `${path} is larger than ${MOST_BYTES / 1024 / 1024} MiB and cannot be cited.`, {
        target: 'files',
      })
    const bytes = readInside(root, path)
    return bytes === undefined ? undefined : revisionOf(bytes)
  } catch (error) {
    if (isRefused(error)) return error
    throw error
  }
}
