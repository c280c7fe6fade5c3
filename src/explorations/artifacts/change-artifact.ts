import { approve as approvalOf } from '../../lifecycle/approval.ts'
import { refuseFor } from '../../lifecycle/reason.ts'
import { type Reason, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { revisionOf } from '../../store/files/files.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import type { Artifact, ProjectState } from '../model.ts'
import { isInFolder } from '../model.ts'
import { approvedSummary, rejectedSummary } from '../record/approval-log.ts'
import { commitStep, guardContextOf, requireProject, type StepContext, type StepOutcome } from '../record/engine.ts'
import { type LoadedProject, PROJECT, readState } from '../record/project-files.ts'
import {
  artifactKindOf,
  artifactsOf,
  currentState,
  mapArtifacts,
  mapPhases,
  mapTasks,
  needsApproval,
} from '../record/project-parts.ts'
import { artifactStanding, type GuardContext, whyNotSubmitted } from '../rules/guards.ts'
import { whyNotAllowed } from '../rules/machine.ts'
import { renderArtifact, renderProject } from '../show/render-project.ts'
import { viewArtifact, viewProject } from '../show/view-project.ts'
import { withArticle } from '../show/words.ts'
import { findTask } from '../tasks/find-task.ts'
import { changed } from '../tasks/task-rules.ts'
import type { ProjectType, REVIEW_VERDICTS } from '../types/model.ts'
import { checkedFile, register } from './artifact-files.ts'
import * as contracts from './contracts.ts'
import { endApprovalRequests, endApproved } from './requests.ts'
import { defaultPath, skeleton } from './skeleton.ts'

export const add = implement(() => contracts.add, {
  async run(call, { path, kind, task }) {
    const file = isInFolder(path)
    const held = await commitStep(call, { command: 'artifact add', ability: 'artifact.add' }, now => {
      const { type, state } = now.held
      refuseFor(whyNotKind(type, state, kind))
      checkedFile(call.workspace.root, now.tx, file)
      const next = linked(register(state, type, { path: file, at: now.at, kind }), { task, file, at: now.at })
      return { state: next, summary: `${file} is ${withArticle(kindIn(type, next, file))}` }
    })
    return answer(call, held, file)
  },
  render: renderArtifact,
})

export const begin = implement(() => contracts.begin, {
  async run(call, { kind, path, task }) {
    const held = await commitStep(call, { command: 'artifact new', ability: 'artifact.add' }, now => {
      const { type, state } = now.held
      refuseFor(whyNotKind(type, state, kind))
      const file = path === undefined ? defaultPath(type, state, { kind, task }) : isInFolder(path)
      return begun(now, { kind, file, task })
    })
    const last = artifactsOf(held.state).at(-1)?.path
    return answer(call, held, path === undefined ? (last ?? '') : isInFolder(path))
  },
  render: renderArtifact,
})

/** The document that is asked for: what is in its place is registered, else its outline is written. Whether it was there. */
export async function beginDocument(call: Call, { kind, file, task, part }: Document): Promise<boolean> {
  let isThere = false
  await commitStep(call, { command: 'artifact new', ability: 'artifact.add', part }, now => {
    isThere = now.tx.read(`${PROJECT}/${file}`) !== undefined
    if (!isThere) return begun(now, { kind, file, task })
    checkedFile(call.workspace.root, now.tx, file)
    const registered = register(now.held.state, now.held.type, { path: file, at: now.at, kind })
    return { state: linked(registered, { task, file, at: now.at }), summary: `${file} is ${withArticle(kind)}` }
  })
  return isThere
}

interface Document {
  readonly kind: string
  readonly file: string
  readonly task?: string | undefined
  readonly part: string
}

interface Beginning {
  readonly kind: string
  readonly file: string
  readonly task: string | undefined
}

function begun({ held, tx, at }: StepContext, { kind, file, task }: Beginning): StepOutcome {
  tx.create(`${PROJECT}/${file}`, skeleton(held, { kind, file, task, at }))
  const next = linked(register(held.state, held.type, { path: file, at, kind }), { task, file, at })
  return { state: next, summary: `${file} is a new ${kind}` }
}

export const approve = implement(() => contracts.approve, {
  possible: requireSubmitted,
  async run(call, { path, also = [], note, revision, verdict }) {
    const files = [...new Set([path, ...also].map(isInFolder))]
    const held = await approveEach(call, files, { note, revision, verdict })
    endApproved(call, approvedPaths(held, guardContextOf(call, held, filesOf(call))))
    const others = files.slice(1).map(file => answer(call, held, file).artifact)
    return { ...answer(call, held, isInFolder(path)), ...(others.length > 0 && { others }) }
  },
  render: renderArtifact,
})

interface Saying {
  readonly note: string | undefined
  /** Of the documents in their order, by commas; of those without one any text is approved. */
  readonly revision: string | undefined
  readonly verdict: ReviewVerdict | undefined
}

type ReviewVerdict = (typeof REVIEW_VERDICTS)[number]

/** Each document is a decision of its own in the log; none is made unless all can be. */
async function approveEach(
  call: Call,
  files: readonly string[],
  { note, revision, verdict }: Saying,
): Promise<LoadedProject> {
  const order = { command: 'artifact approve' }
  const seen = revision?.split(',') ?? []
  let last: LoadedProject | undefined
  for (const [index, file] of files.entries()) {
    const part = index === 0 ? {} : { part: String(index) }
    last = await commitStep(call, { ...order, ...part }, now => {
      const open = files.slice(index).map(each => [each, approvable(call, now, each)] as const)
      requireVerdict(now.held, file, { note, verdict })
      const [, bytes] = open[0] ?? [file, Buffer.alloc(0)]
      for (const [at, [each, text]] of open.entries()) requireSeen(each, text, seen[index + at])
      now.tx.keepText(`${PROJECT}/${file}`)
      const said = approvalOf({ actor: { ...call.actor, id: now.by }, at: now.at, bytes, note })
      const given = verdict === undefined ? said : { ...said, verdict }
      const next = mapArtifacts(now.held.state, each => (each.path === file ? approved(each, given) : each))
      const logged = approvedSummary(file, given)
      const summary = verdict === undefined ? `${file} approved` : `${file}: ${verdict}`
      return { state: next, summary, logged, ...(note !== undefined && { reason: note }) }
    })
  }
  if (last === undefined) throw new Error('nothing was named to approve')
  return last
}

function requireSeen(file: string, bytes: Buffer, seen: string | undefined): void {
  if (seen !== undefined && seen !== revisionOf(bytes)) throw stale(file, seen, revisionOf(bytes))
}

/** A review is decided by pass or fail, and a fail says what has to change; other documents have no verdict. */
function requireVerdict(
  { type, state }: LoadedProject,
  file: string,
  { note, verdict }: Pick<Partial<Saying>, 'note' | 'verdict'>,
): void {
  const kind = kindIn(type, state, file)
  const isReview = type.kinds[kind]?.verdict === true
  if (isReview && verdict === undefined)
    throw refuse('usage', `${file} is a ${kind}: say whether the work passes or fails.`, {
      target: 'verdict',
      fix: shell`furrow agent artifact approve ${file} --verdict pass`,
    })
  if (!isReview && verdict !== undefined)
    throw refuse('usage', `${file} is a ${kind}, which has no verdict.`, {
      target: 'verdict',
      fix: shell`furrow agent artifact approve ${file}`,
    })
  if (verdict === 'fail' && (note ?? '').trim() === '')
    throw refuse('usage', 'Say what has to change; it is the feedback for the next iteration.', {
      target: 'note',
      fix: shell`furrow agent artifact approve ${file} --verdict fail --note ${'what has to change'}`,
    })
}

/** The bytes of a document that may be approved now. */
function approvable(call: Call, now: StepContext, file: string): Buffer {
  const { type, state } = now.held
  refuseFor(whyNotNow(now, file))
  refuseFor(whyNotApprovable(type, state, named(state, file)))
  refuseFor(whyNotReviewed(call, now.sight, named(state, file)))
  return checkedFile(call.workspace.root, now.tx, file)
}

/** A person may think again about a text that was rejected; nobody else does it for them. */
function whyNotReviewed({ actor }: Call, sight: GuardContext, artifact: Artifact): Reason[] {
  const reasons = whyNotSubmitted(sight, artifact)
  return actor.kind === 'person' ? reasons.filter(({ code }) => code !== 'rejected') : reasons
}

interface Asked extends Pick<Partial<Saying>, 'note' | 'verdict'> {
  readonly path: string
  readonly also?: readonly string[] | undefined
}

/** Nobody is asked to read what is not written, what came back and is the same, or for a decision that says too little. */
async function requireSubmitted(call: Call, { path, also = [], note, verdict }: Asked): Promise<void> {
  await call.store.settled()
  const files = filesOf(call)
  if (readState(files) === undefined) return
  const held = requireProject(call, files)
  const sight = guardContextOf(call, held, files)
  for (const file of [path, ...also].map(isInFolder)) {
    const artifact = named(held.state, file)
    refuseFor(whyNotNow({ held, sight }, file))
    refuseFor(whyNotApprovable(held.type, held.state, artifact))
    refuseFor(whyNotReviewed(call, sight, artifact))
    requireVerdict(held, file, { note, verdict })
  }
}

function approvedPaths({ state }: LoadedProject, sight: GuardContext): string[] {
  return artifactsOf(state).flatMap(artifact =>
    artifactStanding(sight, artifact) === 'approved' ? [artifact.path] : [],
  )
}

export const reject = implement(() => contracts.reject, {
  async run(call, { path, note }) {
    const file = isInFolder(path)
    const held = await commitStep(call, { command: 'artifact reject', ability: 'artifact.reject' }, now => {
      const { type, state } = now.held
      refuseFor(whyNotApprovable(type, state, named(state, file)))
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

export const remove = implement(() => contracts.remove, {
  async run(call, { path }) {
    const file = isInFolder(path)
    const held = await commitStep(
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
    return viewProject(held, guardContextOf(call, held, filesOf(call)))
  },
  render: renderProject,
})

/** An approval that came with the files, from another machine for example, is given again wherever the project is. */
function whyNotNow({ held: { type, state }, sight }: Pick<StepContext, 'held' | 'sight'>, file: string): Reason[] {
  const artifact = artifactsOf(state).find(({ path }) => path === file)
  const isAgain = artifact !== undefined && artifactStanding(sight, artifact) === 'unlogged'
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

export function linked(state: ProjectState, { task, file, at }: Linking): ProjectState {
  if (task === undefined) return state
  findTask(state, task)
  return mapTasks(state, each => (each.id === task ? changed(each, { refs: [file] }, at) : each))
}

export function whyNotKind(type: ProjectType, state: ProjectState, kind: string | undefined): Reason[] {
  const { adds = [] } = currentState(type, state)
  if (kind === undefined || adds.includes(kind)) return []
  return [
    {
      code: 'wrong_kind',
      ids: [kind],
      message: `the kind ${kind} cannot be added here; ${adds.join(' or ')} can`,
      fix: shell`furrow agent artifact add --help`,
    },
  ]
}

function whyNotApprovable(type: ProjectType, state: ProjectState, artifact: Artifact): Reason[] {
  const kind = artifactKindOf(type, state, artifact)
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

export function kindIn(type: ProjectType, state: ProjectState, file: string): string {
  return artifactKindOf(type, state, named(state, file))
}

function stale(file: string, expected: string, current: string) {
  return refuse('stale_revision', `${file} has changed since revision ${expected.slice(0, 12)}; look at it again.`, {
    target: file,
    fix: shell`furrow agent artifact show ${file}`,
    details: { expected_revision: expected, current_revision: current },
  })
}

export function answer(call: Call, held: LoadedProject, file: string) {
  const sight = guardContextOf(call, held, filesOf(call))
  return { artifact: viewArtifact(named(held.state, file), held, sight), project: viewProject(held, sight) }
}
