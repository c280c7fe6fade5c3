import path from 'node:path'
import { isRefused, type Refused, refuse } from '../../operation/errors.ts'
import { type ShellText, shell } from '../../shared/shell/shell.ts'
import { listWorktrees } from '../../store/git/git.ts'
import type { Call } from '../../workspace/call.ts'
import { filesAt } from '../../workspace/workspace-files.ts'
import type { ProjectRow, ProjectState } from '../model.ts'
import { hasGit } from '../rules/branch.ts'
import { plural } from '../show/words.ts'
import { typeNamed } from '../types/load.ts'
import type { ProjectType } from '../types/model.ts'
import { loadProject, requireProject } from './engine.ts'
import { ARCHIVE, type LoadedProject, PROJECT, projectEventsFile, readState, stateFile } from './project-files.ts'
import { phaseTasksOf } from './project-parts.ts'

/** Where a project is: in this worktree, in another, or in the archive. */
export interface ProjectLocation {
  readonly root: string
  readonly folder: string
  readonly where: ProjectRow['where']
}

export interface FoundProject extends ProjectLocation {
  readonly held: LoadedProject
}

/** The project of this worktree, or the one with that name wherever it is. */
export async function findProject(call: Call, name?: string): Promise<FoundProject> {
  await call.store.settled()
  const here: ProjectLocation = { root: call.workspace.root, folder: PROJECT, where: 'here' }
  if (name === undefined) return { ...here, held: await projectHere(call) }
  for (const place of placesOf(call)) {
    const state = tryState(place)
    if (state === undefined || isRefused(state) || state.project.name !== name) continue
    return { ...place, held: loadProject(call, state, place.folder) }
  }
  throw refuse('not_found', `There is no exploration ${name}.`, { target: name, fix: shell`furrow explore list` })
}

/** The project of this worktree; where there is none, git may know of one. */
export async function projectHere(call: Call): Promise<LoadedProject> {
  const files = filesAt(call.workspace.root)
  if ([stateFile(), projectEventsFile()].some(file => files.read(file) !== undefined))
    return requireProject(call, files)
  const { whyNoProject } = await import('../recovery/absent.ts')
  throw await whyNoProject(call)
}

export interface ProjectList {
  readonly rows: readonly ProjectRow[]
  readonly damaged: readonly { readonly path: string; readonly message: string; readonly fix: ShellText }[]
}

/** Every project there is; one bad file is one row, never a hole. */
export async function listProjects(call: Call): Promise<ProjectList> {
  await call.store.settled()
  const read = placesOf(call).map(place => ({ place, state: tryState(place) }))
  return {
    rows: read.flatMap(({ place, state }) =>
      state === undefined || isRefused(state) ? [] : [rowOf(call, place, state)],
    ),
    damaged: read.flatMap(({ place, state }) => (isRefused(state) ? [damagedRow(call, place, state)] : [])),
  }
}

function placesOf(call: Call): ProjectLocation[] {
  const { root } = call.workspace
  const others = otherWorktrees(call)
  return [
    { root, folder: PROJECT, where: 'here' },
    ...others.map(other => ({ root: other, folder: PROJECT, where: 'worktree' as const })),
    ...filesAt(root)
      .list(ARCHIVE)
      .map(name => ({ root, folder: `${ARCHIVE}/${name}`, where: 'archive' as const })),
  ]
}

function otherWorktrees(call: Call): string[] {
  if (!hasGit(call)) return []
  try {
    const worktrees = listWorktrees(call.workspace.root)
    return worktrees.filter(({ bare, path: at }) => !bare && at !== call.workspace.root).map(({ path: at }) => at)
  } catch (error) {
    // A damaged git directory hides no project of this worktree.
    if (isRefused(error)) return []
    throw error
  }
}

function tryState({ root, folder }: ProjectLocation): ProjectState | Refused | undefined {
  try {
    return readState(filesAt(root), folder)
  } catch (error) {
    if (isRefused(error)) return error
    // A worktree that was removed by hand is still listed by git.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** A type that is gone or not trusted hides no project; it only leaves open whether it is over. */
function knownType(call: Call, { project }: ProjectState): ProjectType | undefined {
  try {
    return typeNamed(call, project.type)
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}

function rowOf(call: Call, { root, folder, where }: ProjectLocation, state: ProjectState): ProjectRow {
  const { name, type, branch, description, updated_at } = state.project
  const known = knownType(call, state)
  const topics = phaseTasksOf(state).filter(({ task }) => task.action === undefined)
  const resolved = topics.filter(({ task }) => task.status === 'completed' || task.status === 'abandoned')
  return {
    name,
    type,
    state: state.statechart.current_state,
    over: known?.states[state.statechart.current_state]?.terminal === true,
    branch,
    description,
    where,
    path: where === 'worktree' ? path.join(root, folder) : folder,
    updated_at,
    tasks: { total: topics.length, resolved: resolved.length, called: plural(known?.task ?? 'task') },
  }
}

function damagedRow(call: Call, { root, folder }: ProjectLocation, { message, fix }: Refused) {
  const file = stateFile(folder)
  return {
    path: root === call.workspace.root ? file : path.join(root, file),
    message,
    fix: fix ?? shell`furrow doctor`,
  }
}
