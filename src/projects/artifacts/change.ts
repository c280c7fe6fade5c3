import { approve as approvalOf } from '../../lifecycle/approval.ts'
import { guard } from '../../lifecycle/reason.ts'
import { type Reason, refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { revisionOf } from '../../store/files.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/files.ts'
import { approvedSummary, rejectedSummary } from '../approval-log.ts'
import { commit, type Stepping, sightOf } from '../engine.ts'
import { standingIn } from '../guards.ts'
import { whyNotAllowed } from '../machine.ts'
import type { Artifact, ProjectState } from '../model.ts'
import { inFolder } from '../model.ts'
import { artifactsOf, currentState, kindOf, mapArtifacts, mapPhases, mapTasks, needsApproval } from '../parts.ts'
import { renderArtifact, renderProject } from '../render.ts'
import { type Held, PROJECT } from '../shelf.ts'
import { find } from '../tasks/change.ts'
import { changed } from '../tasks/rules.ts'
import type { ProjectType } from '../types/model.ts'
import { viewArtifact, viewProject } from '../view.ts'
import * as contracts from './contracts.ts'
import { checkedFile, register } from './files.ts'
import { endApprovalRequests, endApproved } from './requests.ts'
import { defaultPath, skeleton } from './skeleton.ts'

export const add = implement(contracts.add, {
  async run(call, { path, kind, task }) {
    const file = inFolder(path)
    const held = await commit(call, { command: 'artifact add', ability: 'artifact.add' }, now => {
      const { type, state } = now.held
      guard(whyNotKind(type, state, kind))
      checkedFile(call.workspace.root, now.tx, file)
      const next = linked(register(state, type, { path: file, at: now.at, kind }), { task, file, at: now.at })
      return { state: next, summary: `${file} is a ${kindIn(type, next, file)}` }
    })
    return answer(call, held, file)
  },
  render: renderArtifact,
})

export const begin = implement(contracts.begin, {
  async run(call, { kind, path, task }) {
    const held = await commit(call, { command: 'artifact new', ability: 'artifact.add' }, now => {
      const { type, state } = now.held
      guard(whyNotKind(type, state, kind))
      const file = path === undefined ? defaultPath(type, state, { kind, task }) : inFolder(path)
      now.tx.create(`${PROJECT}/${file}`, skeleton(now.held, { kind, file, task, at: now.at }))
      const next = linked(register(state, type, { path: file, at: now.at, kind }), { task, file, at: now.at })
      return { state: next, summary: `${file} is a new ${kind}` }
    })
    const last = artifactsOf(held.state).at(-1)?.path
    return answer(call, held, path === undefined ? (last ?? '') : inFolder(path))
  },
  render: renderArtifact,
})

export const approve = implement(contracts.approve, {
  async run(call, { path, note, revision }) {
    const file = inFolder(path)
    const held = await commit(call, { command: 'artifact approve' }, now => {
      const { type, state } = now.held
      guard(whyNotNow(now, file))
      const artifact = named(state, file)
      guard(whyNotApprovable(type, state, artifact))
      const bytes = checkedFile(call.workspace.root, now.tx, file)
      if (revision !== undefined && revision !== revisionOf(bytes)) throw stale(file, revision, revisionOf(bytes))
      const given = approvalOf({ actor: call.actor, at: now.at, bytes, note })
      const next = mapArtifacts(state, each => (each.path === file ? approved(each, given) : each))
      const logged = approvedSummary(file, given)
      return { state: next, summary: `${file} approved`, logged, ...(note !== undefined && { reason: note }) }
    })
    endApproved(call, [file])
    return answer(call, held, file)
  },
  render: renderArtifact,
})

export const reject = implement(contracts.reject, {
  async run(call, { path, note }) {
    const file = inFolder(path)
    const held = await commit(call, { command: 'artifact reject', ability: 'artifact.reject' }, now => {
      const { type, state } = now.held
      guard(whyNotApprovable(type, state, named(state, file)))
      const rejection = { by: call.actor.id, at: now.at, note }
      const next = mapArtifacts(state, each => (each.path === file ? rejected(each, rejection) : each))
      return { state: next, summary: rejectedSummary(file), reason: note }
    })
    endApprovalRequests(call, file)
    return answer(call, held, file)
  },
  render: renderArtifact,
})

export const remove = implement(contracts.remove, {
  async run(call, { path }) {
    const file = inFolder(path)
    const held = await commit(
      call,
      { command: 'artifact remove', ability: 'artifact.remove' },
      ({ held: { state }, at }) => {
        named(state, file)
        const fewer = mapPhases(state, phase => ({
          ...phase,
          artifacts: phase.artifacts.filter(artifact => artifact.path !== file),
        }))
        const next = mapTasks(fewer, task => (task.refs.includes(file) ? changed(task, { unref: [file] }, at) : task))
        return { state: next, summary: `${file} is registered no longer` }
      },
    )
    return viewProject(held, sightOf(call, held, filesOf(call)))
  },
  render: renderProject,
})

/** An approval that came with the files, from another machine for example, is given again wherever the project is. */
function whyNotNow({ held: { type, state }, sight }: Stepping, file: string): Reason[] {
  const artifact = artifactsOf(state).find(({ path }) => path === file)
  const isAgain = artifact !== undefined && standingIn(sight, artifact) === 'unlogged'
  return isAgain ? [] : whyNotAllowed(type, state, 'artifact.approve')
}

function approved(artifact: Artifact, given: NonNullable<Artifact['approval']>): Artifact {
  const { rejection: _, approved: __, ...rest } = artifact
  return { ...rest, approval: given }
}

function rejected(artifact: Artifact, rejection: NonNullable<Artifact['rejection']>): Artifact {
  const { approval: _, approved: __, ...rest } = artifact
  return { ...rest, rejection }
}

interface Linking {
  readonly task: string | undefined
  readonly file: string
  readonly at: string
}

function linked(state: ProjectState, { task, file, at }: Linking): ProjectState {
  if (task === undefined) return state
  find(state, task)
  return mapTasks(state, each => (each.id === task ? changed(each, { refs: [file] }, at) : each))
}

function whyNotKind(type: ProjectType, state: ProjectState, kind: string | undefined): Reason[] {
  const { adds = [] } = currentState(type, state)
  if (kind === undefined || adds.includes(kind)) return []
  return [
    {
      code: 'wrong_kind',
      ids: [kind],
      message: `a ${kind} cannot be added here; ${adds.join(' or ')} can`,
      fix: shell`furrow agent artifact add --help`,
    },
  ]
}

function whyNotApprovable(type: ProjectType, state: ProjectState, artifact: Artifact): Reason[] {
  const kind = kindOf(type, state, artifact)
  if (needsApproval(type, kind)) return []
  return [
    {
      code: 'no_approval_needed',
      ids: [artifact.path],
      message: `${artifact.path} is a ${kind}, which needs no approval and takes none`,
      fix: shell`furrow agent artifact list`,
    },
  ]
}

export function named(state: ProjectState, file: string): Artifact {
  const found = artifactsOf(state).find(({ path }) => path === file)
  if (found !== undefined) return found
  throw refuse('not_found', `${file} is not an artifact of this project.`, {
    target: file,
    fix: shell`furrow agent artifact list`,
  })
}

function kindIn(type: ProjectType, state: ProjectState, file: string): string {
  return kindOf(type, state, named(state, file))
}

function stale(file: string, expected: string, current: string) {
  return refuse('stale_revision', `${file} has changed since revision ${expected.slice(0, 12)}; look at it again.`, {
    target: file,
    fix: shell`furrow agent artifact show ${file}`,
    details: { expected_revision: expected, current_revision: current },
  })
}

function answer(call: Call, held: Held, file: string) {
  const sight = sightOf(call, held, filesOf(call))
  return { artifact: viewArtifact(named(held.state, file), held, sight), project: viewProject(held, sight) }
}
