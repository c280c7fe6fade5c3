import { blocked, isRefused, type Reason, refuse } from '../operation/errors.ts'
import { shell } from '../shared/shell/shell.ts'
import { revisionOf } from '../store/files/files.ts'
import { readInside } from '../store/files/safe-open.ts'
import { entryWithId } from '../store/journal/log.ts'
import { type Call, implement } from '../workspace/call.ts'
import { callerName } from '../workspace/caller-name.ts'
import { type Files, filesOf } from '../workspace/workspace-files.ts'
import { briefAfter } from './brief/brief.ts'
import { archiveProject, freeArchive } from './cleanup.ts'
import * as contracts from './contracts.ts'
import type { ProjectPhase, ProjectState } from './model.ts'
import { guardContextOf, requireProject, stateMissing, writeProject } from './record/engine.ts'
import { listProjects } from './record/find-project.ts'
import { type LoadedProject, PROJECT, stateFile } from './record/project-files.ts'
import { projectAt } from './recovery/absent.ts'
import { foremostProblem } from './recovery/problems.ts'
import { requireNothingUnfinished } from './recovery/unfinished.ts'
import {
  chooseBranch,
  currentBranch,
  defaultBranch,
  hasBranch,
  makeBranch,
  type ProjectNaming,
  projectName,
  unbornBranch,
} from './rules/branch.ts'
import { derivePhases } from './rules/machine.ts'
import { renderBrief } from './show/render-project.ts'
import { viewProject } from './show/view-project.ts'
import { typeNamed, typeOfBranch } from './types/load.ts'
import type { ProjectType } from './types/model.ts'

export const start = implement(() => contracts.start, {
  async run(call, { title, name: given, type: chosen, here, inputs = [] }) {
    if (title.trim() === '')
      return refuse('usage', 'title is required: say in a sentence what it is about.', {
        target: 'title',
        fix: shell`furrow explore start --help`,
      })
    await call.store.settled()
    const branch = currentBranch(call)
    const used = !here && branch !== undefined && !isRetry(call) && (await isUsed(call, branch))
    const byBranch = branch === undefined ? undefined : typeOfBranch(call, branch)
    const type = typeNamed(call, chosen ?? byBranch ?? 'exploration')
    const wanted: ProjectNaming = { type, title, name: given, here }
    const name = projectName(used ? undefined : branch, wanted)
    const place = chooseBranch(call, name, { ...wanted, used })
    if (isRefused(place)) return place
    const read = readInputs(call, inputs)
    if (!isRetry(call)) {
      if (place.kind === 'make') await requireUnused(call, { branch: place.branch, name, title, type: chosen })
      await makeRoom(call)
      if (place.kind === 'make') await requireNothingUnfinished(call)
    }
    const base = used && place.kind === 'make' ? await freeBase(call) : undefined
    const unborn = place.kind === 'make' ? unbornBranch(call) : undefined
    if (place.kind === 'make') await makeBranch(call, place.branch, base)
    const held = await begin(call, type, { name, branch: place.branch, description: title.trim(), inputs: read })
    const view = viewProject(held, guardContextOf(call, held, filesOf(call)))
    const odd = chosen !== undefined && byBranch !== undefined && byBranch !== chosen
    const warnings = [
      ...(odd ? [`${branch} is a branch for ${byBranch}, and this is a ${chosen}.`] : []),
      ...(unborn === undefined ? [] : [whatBecomesOf(unborn, place.branch)]),
    ]
    return { ...view, warnings: [...warnings, ...view.warnings], brief: await briefAfter(call, held) }
  },
  render: renderBrief,
})

/** Git has no branch without a commit: the first commit will be on the branch of the project. */
function whatBecomesOf(unborn: string, branch: string): string {
  return `There is no commit yet, so ${unborn} does not exist and the first commit will be on ${branch}. After it, ${shell`git branch ${unborn}`} makes ${unborn}.`
}

/** The same call again, after it was done: what is under way is what it started. */
function isRetry({ store, operationId }: Call): boolean {
  return entryWithId(store.state, operationId) !== undefined
}

/** A branch that an earlier project ended on: its pull request is that one's, so the next gets a branch of its own. */
async function isUsed(call: Call, branch: string): Promise<boolean> {
  const { rows } = await listProjects(call)
  return rows.some(row => row.over && row.where !== 'worktree' && row.branch === branch)
}

/** The default branch, unless it carries a project of its own: that would come along. */
async function freeBase(call: Call): Promise<string | undefined> {
  const base = await defaultBranch(call)
  const carried = base === undefined ? undefined : await projectAt(call, base)
  if (base === undefined || carried === undefined) return base
  const message = `A new branch would begin at ${base}, and ${base} holds the working folder of ${carried.name}. On ${base}, \`furrow next\` says how to take it off; or stay on this branch with --here.`
  throw refuse('blocked', message, { target: base, fix: shell`git switch ${base}` })
}

interface WantedStart {
  readonly branch: string
  readonly name: string
  readonly title: string
  readonly type: string | undefined
}

/** Switching to the branch of a project that is over would not help: the next one gets another name, or stays there. */
async function requireUnused(call: Call, { branch, name, title, type }: WantedStart): Promise<void> {
  if (!hasBranch(call, branch) || !(await isUsed(call, branch))) return
  const prefix = branch.slice(0, branch.length - name.length)
  let number = 2
  while (hasBranch(call, `${prefix}${name}-${number}`)) number += 1
  const other = `${name}-${number}`
  const stay = currentBranch(call) === branch ? ' To stay on it, add --here.' : ''
  throw refuse('conflict', `There is a branch ${branch} already, on which an earlier project ended.${stay}`, {
    target: branch,
    fix:
      type === undefined
        ? shell`furrow explore start ${title} --name ${other}`
        : shell`furrow explore start ${title} --name ${other} --type ${type}`,
  })
}

/** A project that is over goes to the archive; one that is not stays, and is named. */
async function makeRoom(call: Call): Promise<void> {
  const files = filesOf(call)
  if (files.read(stateFile()) === undefined) return stateMissing(files) === undefined ? undefined : archiveRest(call)
  const held = requireProject(call, files)
  const reasons = await whyNotRoom(call, held)
  if (reasons.length > 0) throw blocked(reasons)
  await archiveProject(call, 'room')
}

/** What is left of a project whose state file is gone; nothing of it is lost. */
async function archiveRest(call: Call): Promise<void> {
  await call.store.transact({ ...call, operationId: `${call.operationId}-rest` }, tx => {
    const place = freeArchive(tx, 'unfinished')
    tx.rename(PROJECT, place)
    tx.describe(`${PROJECT} without its state file moved to ${place}`)
  })
}

async function whyNotRoom(call: Call, held: LoadedProject): Promise<Reason[]> {
  const { type, state } = held
  const { current_state: name } = state.statechart
  if (type.states[name]?.terminal === true) return []
  const { name: id } = state.project
  const problem = await foremostProblem(call, held)
  return [
    {
      code: 'project_active',
      ids: [id],
      message: `${id} is under way in this worktree, in ${name}. One project at a time.`,
      fix: problem?.fix ?? shell`furrow agent prompt`,
    },
  ]
}

/** Files of the repository, as they are now; a file that is not there is named before anything is made. */
function readInputs(call: Call, paths: readonly string[]): InputFile[] {
  return [...new Set(paths)].map(path => {
    const bytes = readInside(call.workspace.root, path)
    if (bytes !== undefined) return { path, content: revisionOf(bytes), by: callerName(call) }
    throw refuse('not_found', `There is no file ${path} to begin with.`, {
      target: 'inputs',
      fix: shell`furrow explore start --help`,
    })
  })
}

interface InputFile {
  readonly path: string
  readonly content: string
  readonly by: string
}

interface StartFacts extends Pick<ProjectState['project'], 'name' | 'branch' | 'description'> {
  readonly inputs?: readonly InputFile[]
}

async function begin(call: Call, type: ProjectType, facts: StartFacts): Promise<LoadedProject> {
  const at = new Date(call.clock.now()).toISOString()
  const fresh = newState(type, facts, at)
  const state = await call.store.transact(call, tx => {
    requireNone(tx)
    const stepped = { state: fresh, summary: `started on ${facts.branch}`, to: type.initial }
    return writeProject(tx, { held: { type }, stepped, order: { command: 'start' }, at, call })
  })
  return { state, type, folder: PROJECT }
}

function requireNone(files: Files): void {
  if (files.read(`${PROJECT}/state.yaml`) !== undefined)
    throw refuse('conflict', 'Somebody else started a project here at the same moment.', {
      fix: shell`furrow agent prompt`,
    })
}

export function newState(
  type: ProjectType,
  { name, branch, description, inputs = [] }: StartFacts,
  at: string,
): ProjectState {
  const phase: ProjectPhase = { status: 'pending', enabled: true, created_at: at, tasks: [], artifacts: [] }
  const state: ProjectState = {
    schema_version: 1,
    revision: 0,
    project: { type: type.name, name, branch, description, created_at: at, updated_at: at },
    statechart: { current_state: type.initial },
    phases: Object.fromEntries(type.phases.map(each => [each, phase])),
    ...(inputs.length > 0 && {
      inputs: inputs.map((input, index) => ({ id: `i${index + 1}`, ...input, at })),
    }),
  }
  return derivePhases(type, state, at)
}
