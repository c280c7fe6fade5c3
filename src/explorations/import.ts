import * as z from 'zod'
import { refuse } from '../operation/errors.ts'
import { slug } from '../operation/names/naming.ts'
import { shell } from '../shared/shell/shell.ts'
import { parseWith } from '../store/documents/schema.ts'
import { openYaml } from '../store/documents/yaml/yaml.ts'
import { implement } from '../workspace/call.ts'
import { filesOf } from '../workspace/workspace-files.ts'
import * as contracts from './contracts.ts'
import type { Artifact, ProjectState, ProjectTask } from './model.ts'
import { guardContextOf, noProject, writeProject } from './record/engine.ts'
import { PROJECT, stateFile } from './record/project-files.ts'
import { artifactsOf, mapPhases } from './record/project-parts.ts'
import { derivePhases, lastTaskId } from './rules/machine.ts'
import { renderProject } from './show/render-project.ts'
import { viewProject } from './show/view-project.ts'
import { newState } from './start-project.ts'
import { builtInType } from './types/built-in.ts'

/** Where the file stays that was taken over. */
const ORIGINAL = `${PROJECT}/state.sow.yaml`

const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform(items => items ?? [])

const FlatArtifact = z.looseObject({ type: z.string(), path: z.string(), created_at: z.string().optional() })

const FlatTask = z.looseObject({
  id: z.string().regex(/^\d{3,}$/),
  name: z.string().min(1),
  status: z.string(),
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
  outputs: list(FlatArtifact),
})

/** The state file as sow writes it today: name and type at the top, inputs and outputs in place of artifacts. */
const Flat = z.looseObject({
  name: z.string(),
  type: z.string(),
  branch: z.string().min(1),
  description: z.string().nullish(),
  created_at: z.string(),
  statechart: z.looseObject({ current_state: z.string() }),
  phases: z.record(z.string(), z.looseObject({ outputs: list(FlatArtifact), tasks: list(FlatTask) })),
})
type Flat = z.infer<typeof Flat>

export const importSow = implement(() => contracts.importSow, {
  async run(call) {
    const at = new Date(call.clock.now()).toISOString()
    const type = builtInType('exploration')
    const state = await call.store.transact(call, tx => {
      const path = stateFile()
      const file = tx.read(path)
      if (file === undefined) throw noProject()
      const document = openYaml(file.bytes, path)
      const data = document.data()
      if (!isFlat(data)) throw nothingToImport()
      const flat = parseWith(Flat, data, { path, lineOf: document.lineOf })
      const taken = takeOver(flat, at)
      tx.create(ORIGINAL, file.bytes)
      tx.remove(path)
      const stepped = { state: taken, summary: 'taken over from sow', to: taken.statechart.current_state }
      return writeProject(tx, { held: { type }, stepped, order: { command: 'import sow' }, at, call })
    })
    const held = { state, type, folder: PROJECT }
    return viewProject(held, guardContextOf(call, held, filesOf(call)))
  },
  render: renderProject,
})

function isFlat(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'name' in data && 'phases' in data && !('project' in data)
}

/** The same project in our form. Approvals say nothing of what was approved, so they have to be given again. */
function takeOver(flat: Flat, at: string): ProjectState {
  const type = builtInType('exploration')
  if (flat.type !== type.name || type.states[flat.statechart.current_state] === undefined) throw otherType(flat)
  const name = slug(flat.name, { fallback: type.name, max: 50 })
  const begun = newState(type, { name, branch: flat.branch, description: flat.description ?? '' }, at)
  const here = { ...begun, statechart: { current_state: flat.statechart.current_state } }
  const filled = mapPhases(here, (phase, key) => {
    const { tasks = [], outputs = [] } = flat.phases[key] ?? {}
    const written = [...outputs, ...tasks.flatMap(task => task.outputs)]
    return { ...phase, tasks: tasks.map(task => taskFrom(task, key, at)), artifacts: unique(written.map(artifactFrom)) }
  })
  const project = { ...filled.project, created_at: flat.created_at }
  const state = derivePhases(type, { ...filled, project }, at)
  return { ...state, last_task_id: lastTaskId(state), ...planFor(state, at) }
}

const STATUSES: Readonly<Record<string, ProjectTask['status']>> = {
  pending: 'pending',
  paused: 'pending',
  in_progress: 'in_progress',
  needs_review: 'in_progress',
  completed: 'completed',
  abandoned: 'abandoned',
}

function taskFrom(
  { id, name, status, created_at, updated_at, outputs }: Flat['phases'][string]['tasks'][number],
  phase: string,
  at: string,
): ProjectTask {
  return {
    id,
    name,
    status: STATUSES[status] ?? 'pending',
    refs: outputs.map(({ path }) => path),
    ...(phase === 'finalization' && { action: 'manual' }),
    created_at: created_at ?? at,
    updated_at: updated_at ?? at,
  }
}

function artifactFrom({ type, path, created_at }: z.infer<typeof FlatArtifact>): Artifact {
  return { path, kind: type === 'summary' ? 'summary' : 'finding', ...(created_at !== undefined && { created_at }) }
}

function unique(artifacts: readonly Artifact[]): Artifact[] {
  return artifacts.filter(({ path }, index) => artifacts.findIndex(other => other.path === path) === index)
}

/** One that was being finalized gets a plan, so that it can be gone on with. */
function planFor(state: ProjectState, at: string): Pick<ProjectState, 'plan'> {
  if (state.statechart.current_state !== 'Finalizing' || artifactsOf(state).length === 0) return {}
  return { plan: { slug: state.project.name, month: at.slice(0, 7), include_findings: false, published: [] } }
}

function nothingToImport() {
  return refuse('blocked', `${stateFile()} is in Furrow's own form already.`, {
    target: stateFile(),
    fix: shell`furrow agent status`,
  })
}

function otherType({ type, statechart }: Flat) {
  return refuse(
    'unsupported',
    `It is a project of type ${type} in ${statechart.current_state}; explorations are taken over, in a state that they have.`,
    { target: stateFile(), fix: shell`furrow explore types` },
  )
}
