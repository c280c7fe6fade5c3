import { blocked, isRefused, type Reason, refuse } from '../operation/errors.ts'
import { shell } from '../operation/shell.ts'
import { entryWithId } from '../store/log.ts'
import { type Call, implement } from '../workspace/call.ts'
import { type Files, filesOf } from '../workspace/files.ts'
import { currentBranch, defaultBranch, makeBranch, placeFor, projectName, type Wanted } from './branch.ts'
import { briefAfter } from './brief/brief.ts'
import { archive, freeArchive } from './cleanup.ts'
import * as contracts from './contracts.ts'
import { heldOf, put, sightOf, stateMissing } from './engine.ts'
import { listProjects } from './find.ts'
import { derivePhases } from './machine.ts'
import type { Phase, ProjectState } from './model.ts'
import { branchProblem } from './recovery/problems.ts'
import { renderBrief } from './render.ts'
import { type Held, PROJECT, readState } from './shelf.ts'
import { typeNamed, typeOfBranch } from './types/load.ts'
import type { ProjectType } from './types/model.ts'
import { viewProject } from './view.ts'

export const start = implement(contracts.start, {
  async run(call, { title, name: given, type: chosen, here }) {
    if (title.trim() === '')
      return refuse('usage', 'title is required: say in a sentence what is to be found out.', {
        target: 'title',
        fix: shell`furrow explore start --help`,
      })
    await call.store.settled()
    const branch = currentBranch(call)
    const used = !here && branch !== undefined && !isRetry(call) && (await isUsed(call, branch))
    const byBranch = branch === undefined ? undefined : typeOfBranch(call, branch)
    const type = typeNamed(call, chosen ?? byBranch ?? 'exploration')
    const wanted: Wanted = { type, title, name: given, here }
    const name = projectName(used ? undefined : branch, wanted)
    const place = placeFor(call, name, { ...wanted, used })
    if (isRefused(place)) return place
    if (!isRetry(call)) await makeRoom(call)
    if (place.kind === 'make') await makeBranch(call, place.branch, used ? await defaultBranch(call) : undefined)
    const held = await begin(call, type, { name, branch: place.branch, description: title.trim() })
    const view = viewProject(held, sightOf(call, held, filesOf(call)))
    const odd = chosen !== undefined && byBranch !== undefined && byBranch !== chosen
    const warnings = odd ? [`${branch} is a branch for ${byBranch}, and this is a ${chosen}.`] : []
    return { ...view, warnings: [...warnings, ...view.warnings], brief: await briefAfter(call, held) }
  },
  render: renderBrief,
})

/** The same call again, after it was done: what is under way is what it started. */
function isRetry({ store, operationId }: Call): boolean {
  return entryWithId(store.state, operationId) !== undefined
}

/** A branch that an earlier project ended on: its pull request is that one's, so the next gets a branch of its own. */
async function isUsed(call: Call, branch: string): Promise<boolean> {
  const { rows } = await listProjects(call)
  return rows.some(row => row.over && row.where !== 'worktree' && row.branch === branch)
}

/** A project that is over goes to the archive; one that is not stays, and is named. */
async function makeRoom(call: Call): Promise<void> {
  const files = filesOf(call)
  const state = readState(files)
  if (state === undefined) return stateMissing(files) === undefined ? undefined : archiveRest(call)
  const held = heldOf(call, state)
  const reasons = whyNotRoom(call, held)
  if (reasons.length > 0) throw blocked(reasons)
  await archive(call, 'room')
}

/** What is left of a project whose state file is gone; nothing of it is lost. */
async function archiveRest(call: Call): Promise<void> {
  await call.store.transact({ ...call, operationId: `${call.operationId}-rest` }, tx => {
    const place = freeArchive(tx, 'unfinished')
    tx.rename(PROJECT, place)
    tx.describe(`${PROJECT} without its state file moved to ${place}`)
  })
}

function whyNotRoom(call: Call, held: Held): Reason[] {
  const { type, state } = held
  const { current_state: name } = state.statechart
  if (type.states[name]?.terminal === true) return []
  const { name: id } = state.project
  const [problem] = branchProblem(call, held)
  return [
    {
      code: 'project_active',
      ids: [id],
      message: `${id} is under way in this worktree, in ${name}. One project at a time.`,
      fix: problem?.fix ?? shell`furrow agent prompt`,
    },
  ]
}

type Facts = Pick<ProjectState['project'], 'name' | 'branch' | 'description'>

async function begin(call: Call, type: ProjectType, facts: Facts): Promise<Held> {
  const at = new Date(call.clock.now()).toISOString()
  const fresh = newState(type, facts, at)
  const state = await call.store.transact(call, tx => {
    requireNone(tx)
    const stepped = { state: fresh, summary: `started on ${facts.branch}`, to: type.initial }
    return put(tx, { held: { type }, stepped, order: { command: 'start' }, at, call })
  })
  return { state, type, folder: PROJECT }
}

function requireNone(files: Files): void {
  if (files.read(`${PROJECT}/state.yaml`) !== undefined)
    throw refuse('conflict', 'Somebody else started a project here at the same moment.', {
      fix: shell`furrow agent prompt`,
    })
}

export function newState(type: ProjectType, { name, branch, description }: Facts, at: string): ProjectState {
  const phase: Phase = { status: 'pending', enabled: true, created_at: at, tasks: [], artifacts: [] }
  const state: ProjectState = {
    schema_version: 1,
    revision: 0,
    project: { type: type.name, name, branch, description, created_at: at, updated_at: at },
    statechart: { current_state: type.initial },
    phases: Object.fromEntries(type.phases.map(each => [each, phase])),
  }
  return derivePhases(type, state, at)
}
