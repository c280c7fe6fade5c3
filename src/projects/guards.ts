import { standingOf } from '../lifecycle/approval.ts'
import type { Reason } from '../operation/errors.ts'
import { type ShellText, shell } from '../operation/shell.ts'
import { revisionOf } from '../store/files.ts'
import type { IsLogged } from './approval-log.ts'
import { linksIn } from './finalize/links.ts'
import type { Artifact, ArtifactView, ProjectState, Task } from './model.ts'
import { artifactsOf, currentState, kindOf, needsApproval, stepsOf, topicsOf } from './parts.ts'
import type { Problem } from './recovery/problems.ts'
import type { Ability, Guard, ProjectType } from './types/model.ts'
import type { NAMED_GUARDS } from './types/needs.ts'
import { wayTo } from './ways.ts'

/** All that a guard may look at. */
export interface Sight {
  readonly type: ProjectType
  readonly state: ProjectState
  /** The file of an artifact as it is now. */
  bytesOf(path: string): Uint8Array | undefined
  isLogged: IsLogged
  /** What of a document of this kind is still to be written: nothing is there, or a line of its outline. */
  unwritten(kind: string, bytes: Uint8Array): string | undefined
  /** What is missing of the files that a finished step wrote. */
  missingOf(step: Task): string | undefined
  /** What files and git say that does not fit the project. */
  problems(): readonly Problem[]
}

/** Why a transition may not be made; nothing when it may. */
export function whyNot(guards: readonly Guard[], sight: Sight): Reason[] {
  const reasons = guards.flatMap(guard => CHECKS[guard.guard](guard, sight))
  const open = reasons.some(({ code }) => code === 'tasks_unresolved')
  // Two guards may miss the same thing; it is said once, and by the one that says more.
  return reasons.filter(
    ({ code, message }, index) =>
      reasons.findIndex(other => other.code === code && other.message === message) === index &&
      !(open && code === 'too_few_completed'),
  )
}

type Check = (guard: Guard, sight: Sight) => Reason[]

const CHECKS: Readonly<Record<Guard['guard'], Check>> = {
  tasks_exist: (_, sight) => (topicsOf(sight.type, sight.state).length > 0 ? [] : [noTasks(sight)]),
  tasks_resolved: (_, sight) => unresolved(sight),
  tasks_completed: (guard, sight) => tooFewCompleted(guard, sight),
  artifacts_exist: (guard, sight) => tooFewArtifacts(guard, sight),
  artifacts_approved: (guard, sight) => unapproved(guard, sight),
  overview_present: (guard, sight) => noOverview(guard, sight),
  steps_done: (_, sight) => openSteps(sight),
  named: ({ name = '' }, sight) => NAMED[name as (typeof NAMED_GUARDS)[number]]?.(sight) ?? [],
}

const NAMED: Readonly<Record<(typeof NAMED_GUARDS)[number], (sight: Sight) => Reason[]>> = {
  overview_links: sight =>
    unlinked(sight, 'summary.md').map(path => ({
      code: 'overview_unlinked',
      ids: [path],
      message: `the overview does not link ${path}`,
      fix: shell`furrow agent artifact show ${path}`,
    })),
}

function noTasks({ type }: Sight): Reason {
  return {
    code: 'no_tasks',
    ids: [],
    message: `cannot advance: there is no ${type.task} yet`,
    fix: shell`furrow agent task create --help`,
  }
}

/** The first reason speaks for all, in the words that scripts know; then each with its own way out. */
function unresolved({ type, state }: Sight): Reason[] {
  const open = topicsOf(type, state).filter(({ status }) => status === 'pending' || status === 'in_progress')
  const each = open.map(({ id, name, status }) => ({
    code: 'task_unresolved',
    ids: [id],
    message: `${id} (${name}) is ${status}`,
    fix: completing(id),
  }))
  const [first] = each
  if (first === undefined) return []
  const tasks = open.length === 1 ? '1 task is' : `${open.length} tasks are`
  const message = `cannot advance: ${tasks} not yet completed or abandoned`
  return [{ code: 'tasks_unresolved', ids: open.map(({ id }) => id), message, fix: first.fix }, ...each]
}

function tooFewCompleted({ at_least = 1 }: Guard, sight: Sight): Reason[] {
  const { type, state } = sight
  const topics = topicsOf(type, state)
  const completed = topics.filter(({ status }) => status === 'completed').length
  if (completed >= at_least) return []
  if (topics.length === 0) return [noTasks(sight)]
  const open = topics.find(({ status }) => status === 'pending' || status === 'in_progress')
  const ids = topics.map(({ id }) => id)
  if (open !== undefined || completed > 0)
    return [
      {
        code: 'too_few_completed',
        ids,
        message: `${completed} of at least ${at_least} are completed`,
        fix: open === undefined ? shell`furrow agent task create --help` : completing(open.id),
      },
    ]
  return [
    {
      code: 'nothing_completed',
      ids,
      message: `every ${type.task} was abandoned, so there is nothing to go on with`,
      fix: shell`furrow agent abandon --reason ${`every ${type.task} was abandoned`}`,
    },
  ]
}

function tooFewArtifacts({ kind = '', at_least = 1 }: Guard, sight: Sight): Reason[] {
  if (ofKind(sight, kind).length >= at_least) return []
  return [
    {
      code: 'no_artifact',
      ids: [kind],
      message: `there is no ${kind} yet - write one and add it`,
      fix: whereAllowed(sight, 'artifact.add', shell`furrow agent artifact new ${kind}`),
    },
  ]
}

function unapproved({ kind = '' }: Guard, sight: Sight): Reason[] {
  const found = ofKind(sight, kind).flatMap(artifact => whyNotApproved(artifact, sight))
  const [first] = found
  if (first === undefined) return []
  const message = `${found.length} ${kind} artifact(s) not yet approved - approve all ${plural(kind)} before completing`
  return [{ ...first, code: 'artifacts_unapproved', ids: found.flatMap(({ ids = [] }) => ids), message }, ...found]
}

/** How a document is judged, by what is in its file now and by what the log says was decided. */
export function standingIn(sight: Sight, artifact: Artifact): ArtifactView['standing'] {
  const { path, approval, rejection } = artifact
  const bytes = sight.bytesOf(path)
  if (bytes === undefined) return 'missing'
  const said = standingOf(approval, bytes)
  if (said === 'approved' && approval !== undefined) return sight.isLogged(path, approval) ? 'approved' : 'unlogged'
  if (whyUnwritten(sight, artifact) !== undefined) return 'unwritten'
  return said === 'none' && rejection !== undefined && isSameText(rejection, bytes) ? 'rejected' : said
}

/** A rejection is about the text that was rejected; one that does not say which is about any. */
function isSameText({ content }: NonNullable<Artifact['rejection']>, bytes: Uint8Array): boolean {
  return content === undefined || content === revisionOf(bytes)
}

/** Of a document that a person is to approve: what is not written yet. */
function whyUnwritten(sight: Sight, artifact: Artifact): string | undefined {
  const kind = kindOf(sight.type, sight.state, artifact)
  const bytes = sight.bytesOf(artifact.path)
  return bytes === undefined || !needsApproval(sight.type, kind) ? undefined : sight.unwritten(kind, bytes)
}

/** Why nobody is asked to approve this document as it is now. */
export function whyNotSubmitted(sight: Sight, artifact: Artifact): Reason[] {
  const { path, rejection } = artifact
  const standing = standingIn(sight, artifact)
  const fix = shell`furrow agent artifact show ${path}`
  if (standing === 'unwritten')
    return [{ code: 'unwritten', ids: [path], message: `${path} ${whyUnwritten(sight, artifact)}`, fix }]
  if (standing !== 'rejected') return []
  const note = rejection?.note === undefined ? '' : ` (${rejection.note})`
  const message = `${path} was rejected by ${rejection?.by}${note} and has not changed since`
  return [{ code: 'rejected', ids: [path], message, fix }]
}

const UNAPPROVED = {
  none: { code: 'not_approved', says: 'is not approved' },
  rejected: { code: 'rejected', says: 'was rejected' },
  unwritten: { code: 'unwritten', says: 'is not written yet' },
  void: { code: 'approval_void', says: 'was edited after it was approved' },
  unlogged: {
    code: 'approval_unlogged',
    says: 'is approved in state.yaml, but this approval is not in the log of this machine; approve it again',
  },
  missing: { code: 'artifact_missing', says: 'is gone' },
} as const

function whyNotApproved(artifact: Artifact, sight: Sight): Reason[] {
  const { path } = artifact
  const standing = standingIn(sight, artifact)
  if (standing === 'approved') return []
  const [first] = whyNotSubmitted(sight, artifact)
  if (first !== undefined) return [first]
  const { code, says } = UNAPPROVED[standing]
  return [{ code, ids: [path], message: `${path} ${says}`, fix: fixFor(path, standing, sight) }]
}

/** An approval that came along with the files is given again wherever the project is. */
function fixFor(path: string, standing: ArtifactView['standing'], sight: Sight): ShellText {
  const approving = shell`furrow agent artifact approve ${path}`
  if (standing === 'unlogged') return approving
  if (standing === 'missing') return whereAllowed(sight, 'artifact.remove', shell`furrow agent artifact remove ${path}`)
  return whereAllowed(sight, 'artifact.approve', approving)
}

/** The command that helps where the state allows it, else the one that leads to where it does. */
function whereAllowed({ type, state }: Sight, ability: Ability, command: ShellText): ShellText {
  const { current_state: name } = state.statechart
  if (currentState(type, state).allows?.includes(ability) === true) return command
  return wayTo(type, name, ability, 'the documents changed after they were approved')
}

function noOverview({ kind = '', name = 'summary.md' }: Guard, sight: Sight): Reason[] {
  const { type } = sight
  const documents = ofKind(sight, kind)
  if (documents.length <= 1 || documents.some(({ path }) => isNamed(path, name))) return []
  const names = documents.map(({ path }) => path.split('/').at(-1)).join(' ')
  return [
    {
      code: 'no_overview',
      ids: documents.map(({ path }) => path),
      message: [
        `multiple ${kind} documents detected (${names}) but ${name} is missing - when creating multiple ${plural(kind)}, ${name} must serve as an overview and table of contents. Please create ${name} with:`,
        `- High-level overview of the ${type.name}`,
        `- Links to all other ${kind} documents`,
        '- Quick takeaways (3-5 key insights)',
        `Then add and approve it before completing the ${type.name}.`,
      ].join('\n'),
      fix: whereAllowed(sight, 'artifact.add', shell`furrow agent artifact new ${kind}`),
    },
  ]
}

function openSteps(sight: Sight): Reason[] {
  const steps = stepsOf(sight.type, sight.state)
  const open = steps.filter(step => !isDone(step))
  const undone = steps.filter(({ status }) => status === 'completed').flatMap(step => undoneReason(step, sight))
  if (steps.length > 0 && open.length === 0) return undone
  const [first] = open
  const byHand = first !== undefined && (first.action === undefined || first.action === 'manual')
  const fix = byHand ? completing(first.id) : shell`furrow agent finalize --apply`
  const ids = open.map(({ id }) => id)
  return [{ code: 'steps_open', ids, message: 'all finalization tasks must be completed', fix }, ...undone]
}

function isDone({ status, optional, reason }: Task): boolean {
  return status === 'completed' || (status === 'skipped' && optional === true && (reason ?? '') !== '')
}

function undoneReason(step: Task, sight: Sight): Reason[] {
  const why = sight.missingOf(step)
  return why === undefined ? [] : [stepUndone(step, why)]
}

/** A step that says it is done, while what it was to bring about is missing. */
export function stepUndone({ id, name }: Task, why: string): Reason {
  const message = `${id} (${name}) is marked as completed, but ${why}`
  return { code: 'step_undone', ids: [id], message, fix: shell`furrow agent finalize --apply` }
}

function completing(id: string): ShellText {
  return shell`furrow agent task update ${id} --status completed`
}

/** Documents of the published kind that the overview does not lead to. */
export function unlinked(sight: Sight, name: string): string[] {
  const { type, state } = sight
  const documents = type.publishes === undefined ? [] : ofKind({ type, state }, type.publishes.kind)
  const overview = documents.find(({ path }) => isNamed(path, name))
  if (overview === undefined || documents.length <= 1) return []
  const text = Buffer.from(sight.bytesOf(overview.path) ?? []).toString('utf8')
  const linked = new Set(linksIn(text, overview.path))
  return documents.map(({ path }) => path).filter(path => path !== overview.path && !linked.has(path))
}

export function isNamed(path: string, name: string): boolean {
  return path.split('/').at(-1)?.toLowerCase() === name.toLowerCase()
}

function ofKind({ type, state }: Pick<Sight, 'type' | 'state'>, kind: string): Artifact[] {
  return artifactsOf(state).filter(artifact => kindOf(type, state, artifact) === kind)
}

function plural(kind: string): string {
  return kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`
}
