import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import type { Files } from '../../workspace/files.ts'
import type { Artifact, ProjectState } from '../model.ts'
import { artifactsOf, currentState, mapArtifacts, withPhase } from '../parts.ts'
import { PROJECT } from '../shelf.ts'
import type { ProjectType } from '../types/model.ts'

const OURS: readonly string[] = ['state.yaml', 'events.jsonl']

/** A plain file of the project's folder; not a link, not one of ours, and there. */
export function checkedFile(root: string, files: Files, file: string): Buffer {
  if (OURS.includes(file))
    throw refuse('usage', `${file} is Furrow's own and no artifact.`, {
      target: 'path',
      fix: shell`furrow agent artifact list`,
    })
  refuseLinks(root, file)
  const found = files.read(`${PROJECT}/${file}`)
  if (found !== undefined) return found.bytes
  throw refuse('not_found', `There is no file ${PROJECT}/${file}. Write it first.`, {
    target: file,
    fix: shell`furrow agent artifact new finding ${file}`,
  })
}

/** Whoever reads the published text must get the file that was approved, so no link stands on the way to it. */
function refuseLinks(root: string, file: string): void {
  let place = path.join(root, PROJECT)
  for (const part of file.split('/')) {
    place = path.join(place, part)
    if (fs.lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      throw refuse('usage', `${file} goes through a symbolic link; an artifact is a plain file of the project.`, {
        target: 'path',
        fix: shell`furrow agent artifact list`,
      })
  }
}

export interface Registering {
  readonly path: string
  readonly at: string
  readonly kind?: string | undefined
}

/** The state with a file registered; a file is registered once, and its kind may change as long as it is not said. */
export function register(state: ProjectState, type: ProjectType, { path: file, at, kind }: Registering): ProjectState {
  const { phase = type.phases[0] ?? '', adds = [] } = currentState(type, state)
  const known = artifactsOf(state).some(artifact => artifact.path === file)
  if (known && kind === undefined) return state
  if (known) return mapArtifacts(state, artifact => (artifact.path === file ? ofKind(artifact, kind ?? '') : artifact))
  const artifact: Artifact = { path: file, kind: kind ?? adds[0] ?? '', created_at: at }
  return withPhase(state, phase, each => ({ ...each, artifacts: [...each.artifacts, artifact] }))
}

function ofKind(artifact: Artifact, kind: string): Artifact {
  if (artifact.kind === kind) return artifact
  const { approval: _, rejection: __, approved: ___, ...rest } = artifact
  return { ...rest, kind }
}
