import { approve as approvalOf } from '../../lifecycle/approval.ts'
import { guard } from '../../lifecycle/reason.ts'
import { type Reason, refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { revisionOf } from '../../store/files.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/files.ts'
import { approvedSummary, rejectedSummary } from '../approval-log.ts'
import { commit, hold, type Stepped, type Stepping, sightOf } from '../engine.ts'
import { type Sight, standingIn, whyNotSubmitted } from '../guards.ts'
import { whyNotAllowed } from '../machine.ts'
import type { Artifact, ProjectState } from '../model.ts'
import { inFolder } from '../model.ts'
import { artifactsOf, currentState, kindOf, mapArtifacts, mapPhases, mapTasks, needsApproval } from '../parts.ts'
import { renderArtifact, renderProject } from '../render.ts'
import { type Held, PROJECT, readState } from '../shelf.ts'
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
      return begun(now, { kind, file, task })
    })
    const last = artifactsOf(held.state).at(-1)?.path
    return answer(call, held, path === undefined ? (last ?? '') : inFolder(path))
  },
  render: renderArtifact,
})

/** The document that others are read by: what is in its place is registered, else its outline is written. */
export async function beginOverview(call: Call, kind: string, part: string): Promise<string> {
  const file = `${kind}.md`
  await commit(call, { command: 'artifact new', ability: 'artifact.add', part }, now => {
    if (now.tx.read(`${PROJECT}/${file}`) === undefined) return begun(now, { kind, file, task: undefined })
    checkedFile(call.workspace.root, now.tx, file)
    const next = register(now.held.state, now.held.type, { path: file, at: now.at, kind })
    return { state: next, summary: `${file} is a ${kind}` }
  })
  return file
}

interface Beginning {
  readonly kind: string
  readonly file: string
  readonly task: string | undefined
}

function begun({ held, tx, at }: Stepping, { kind, file, task }: Beginning): Stepped {
  tx.create(`${PROJECT}/${file}`, skeleton(held, { kind, file, task, at }))
  const next = linked(register(held.state, held.type, { path: file, at, kind }), { task, file, at })
  return { state: next, summary: `${file} is a new ${kind}` }
}

export const approve = implement(contracts.approve, {
  possible: requireSubmitted,
  async run(call, { path, also = [], note, revision }) {
    const files = [...new Set([path, ...also].map(inFolder))]
    const held = await approveEach(call, files, { note, revision })
    endApproved(call, approvedPaths(held, sightOf(call, held, filesOf(call))))
    return answer(call, held, inFolder(path))
  },
  render: renderArtifact,
})

interface Saying {
  readonly note: string | undefined
  /** Of the first document. */
  readonly revision: string | undefined
}

/** Each document is a decision of its own in the log; none is made unless all can be. */
async function approveEach(call: Call, files: readonly string[], { note, revision }: Saying): Promise<Held> {
  const order = { command: 'artifact approve' }
  let last: Held | undefined
  for (const [index, file] of files.entries()) {
    const part = index === 0 ? {} : { part: String(index) }
    last = await commit(call, { ...order, ...part }, now => {
      const open = files.slice(index).map(each => [each, approvable(call, now, each)] as const)
      const [, bytes] = open[0] ?? [file, Buffer.alloc(0)]
      if (index === 0 && revision !== undefined && revision !== revisionOf(bytes))
        throw stale(file, revision, revisionOf(bytes))
      const given = approvalOf({ actor: { ...call.actor, id: now.by }, at: now.at, bytes, note })
      const next = mapArtifacts(now.held.state, each => (each.path === file ? approved(each, given) : each))
      const logged = approvedSummary(file, given)
      return { state: next, summary: `${file} approved`, logged, ...(note !== undefined && { reason: note }) }
    })
  }
  if (last === undefined) throw new Error('nothing was named to approve')
  return last
}

/** The bytes of a document that may be approved now. */
function approvable(call: Call, now: Stepping, file: string): Buffer {
  const { type, state } = now.held
  guard(whyNotNow(now, file))
  guard(whyNotApprovable(type, state, named(state, file)))
  guard(whyNotReviewed(call, now.sight, named(state, file)))
  return checkedFile(call.workspace.root, now.tx, file)
}

/** A person may think again about a text that was rejected; nobody else does it for them. */
function whyNotReviewed({ actor }: Call, sight: Sight, artifact: Artifact): Reason[] {
  const reasons = whyNotSubmitted(sight, artifact)
  return actor.kind === 'person' ? reasons.filter(({ code }) => code !== 'rejected') : reasons
}

/** Nobody is asked to read what is not written, or what came back and is the same. */
async function requireSubmitted(call: Call, { path, also = [] }: { path: string; also?: string[] | undefined }) {
  await call.store.settled()
  const files = filesOf(call)
  if (readState(files) === undefined) return
  const held = hold(call, files)
  const wanted = [path, ...also].map(inFolder)
  const named = artifactsOf(held.state).filter(artifact => wanted.includes(artifact.path))
  guard(named.flatMap(artifact => whyNotSubmitted(sightOf(call, held, files), artifact)))
}

function approvedPaths({ state }: Held, sight: Sight): string[] {
  return artifactsOf(state).flatMap(artifact => (standingIn(sight, artifact) === 'approved' ? [artifact.path] : []))
}

export const reject = implement(contracts.reject, {
  async run(call, { path, note }) {
    const file = inFolder(path)
    const held = await commit(call, { command: 'artifact reject', ability: 'artifact.reject' }, now => {
      const { type, state } = now.held
      guard(whyNotApprovable(type, state, named(state, file)))
      const bytes = now.tx.read(`${PROJECT}/${file}`)?.bytes
      const content = bytes === undefined ? {} : { content: revisionOf(bytes) }
      const rejection = { by: now.by, at: now.at, note, ...content }
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
