import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Files } from '../../workspace/workspace-files.ts'
import type { Artifact, ProjectState } from '../model.ts'
import { PROJECT } from '../record/project-files.ts'
import { artifactsOf, currentState, iterationOf, mapArtifacts, withPhase } from '../record/project-parts.ts'
import type { ProjectType } from '../types/model.ts'

const OURS: readonly string[] = ['state.yaml', 'events.jsonl']

/** A plain file of the project's folder; not a link, not one of ours, and there. */
export function checkedFile(root: string, files: Files, file: string): Buffer {
  requireArtifactPath(root, file)
  const found = files.read(`${PROJECT}/${file}`)
  if (found !== undefined) return found.bytes
  throw refuse('not_found', `There is no file ${PROJECT}/${file}. Write it first.`, {
    target: file,
    fix: shell`furrow agent artifact new --help`,
  })
}

/** A place where an artifact may be: not one of Furrow's own files, and not behind a link. */
export function requireArtifactPath(root: string, file: string): void {
  if (OURS.includes(file))
    throw refuse('usage', `${file} is Furrow's own and no artifact.`, {
      target: 'path',
      fix: shell`furrow agent artifact list`,
    })
  refuseLinks(root, file)
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
  const is = kind ?? adds[0] ?? ''
  const round = type.kinds[is]?.verdict === true ? { iteration: iterationOf(state) } : {}
  const artifact: Artifact = { path: file, kind: is, created_at: at, ...round }
  return withPhase(state, phase, each => ({ ...each, artifacts: [...each.artifacts, artifact] }))
}

function ofKind(artifact: Artifact, kind: string): Artifact {
  if (artifact.kind === kind) return artifact
  const { approval: _, rejection: __, approved: ___, ...rest } = artifact
  return { ...rest, kind }
}
