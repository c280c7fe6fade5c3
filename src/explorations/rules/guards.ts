import { approvalStateOf } from '../../lifecycle/approval.ts'
import type { Reason } from '../../operation/errors.ts'
import { type ShellText, shell } from '../../shared/shell/shell.ts'
import { revisionOf } from '../../store/files/files.ts'
import type { EvidenceView } from '../evidence/model.ts'
import type { EvidenceAccess } from '../evidence/standing.ts'
import { markdownLinksIn } from '../finalize/links.ts'
import type { Artifact, ArtifactView, ProjectState, ProjectTask } from '../model.ts'
import type { IsLogged } from '../record/approval-log.ts'
import {
  artifactKindOf,
  artifactsOf,
  currentState,
  iterationOf,
  needsApproval,
  reviewOf,
  stepsHere,
  topicsOf,
} from '../record/project-parts.ts'
import type { ProjectProblem } from '../recovery/branch-problem.ts'
import { pluralOf } from '../show/words.ts'
import { whyNotMet } from '../tasks/dependencies.ts'
import { completing, listNames, noTasks, nothingOpen, tooFewCompleted, unresolved } from '../tasks/resolved.ts'
import type { Ability, Guard, ProjectType } from '../types/model.ts'
import type { NAMED_GUARDS } from '../types/needs.ts'
import { commandTowards } from './ways.ts'

/** All that a guard may look at. */
export interface GuardContext {
  readonly type: ProjectType
  readonly state: ProjectState
  /** The file of an artifact as it is now. */
  bytesOf(path: string): Uint8Array | undefined
  isLogged: IsLogged
  /** What of a document of this kind is still to be written: nothing is there, or a line of its outline. */
  unwritten(kind: string, bytes: Uint8Array): string | undefined
  /** What is missing of the files that a finished step wrote. */
  missingOf(step: ProjectTask): string | undefined
  /** What files and git say that does not fit the project. */
  problems(): readonly ProjectProblem[]
  /** What stops the steps of a checklist. */
  hindrances(): readonly Reason[]
  /** What sources are looked at with. */
  readonly look: EvidenceAccess
  /** What backs the project, as far as it can be said without waiting. */
  evidence(): EvidenceView
}

/** Why a transition may not be made; nothing when it may. */
export function whyNotGuarded(guards: readonly Guard[], sight: GuardContext): Reason[] {
  const reasons = guards.flatMap(guard => CHECKS[guard.guard](guard, sight))
  const open = reasons.some(({ code }) => code === 'tasks_unresolved')
  // Two guards may miss the same thing; it is said once, and by the one that says more.
  return reasons.filter(
    ({ code, message }, index) =>
      reasons.findIndex(other => other.code === code && other.message === message) === index &&
      !(open && code === 'too_few_completed'),
  )
}

type GuardCheck = (guard: Guard, sight: GuardContext) => Reason[]

const CHECKS: Readonly<Record<Guard['guard'], GuardCheck>> = {
  tasks_exist: (_, sight) => (topicsOf(sight.type, sight.state).length > 0 ? [] : [noTasks(sight)]),
  tasks_open: (_, sight) => nothingOpen(sight),
  tasks_resolved: (_, sight) => unresolved(sight),
  tasks_completed: (guard, sight) => tooFewCompleted(guard, sight),
  artifacts_exist: (guard, sight) => tooFewArtifacts(guard, sight),
  artifacts_approved: (guard, sight) => unapproved(guard, sight),
  overview_present: (guard, sight) => noOverview(guard, sight),
  dependencies_met: (_, { type, state }) => whyNotMet(topicsOf(type, state), type.task),
  task_artifacts_approved: (guard, sight) => unapprovedTasks(guard, sight),
  verdict: (guard, sight) => otherVerdict(guard, sight),
  steps_done: (_, sight) => openSteps(sight),
  named: ({ name = '' }, sight) => NAMED[name as (typeof NAMED_GUARDS)[number]]?.(sight) ?? [],
}

const NAMED: Readonly<Record<(typeof NAMED_GUARDS)[number], (sight: GuardContext) => Reason[]>> = {
  overview_links: sight =>
    unlinked(sight).map(path => ({
      code: 'overview_unlinked',
      ids: [path],
      message: `the overview does not link ${path}`,
      fix: shell`furrow agent artifact show ${path}`,
    })),
}

/** Each completed task has a document of the kind, and a person approved it. */
function unapprovedTasks({ kind = '' }: Guard, sight: GuardContext): Reason[] {
  const { type, state } = sight
  const documents = ofKind(sight, kind)
  const completed = topicsOf(type, state).filter(({ status }) => status === 'completed')
  return completed.flatMap(({ id, name, refs }) => {
    const linked = documents.filter(({ path }) => refs.includes(path))
    if (linked.length > 0) return linked.flatMap(artifact => whyNotApproved(artifact, sight))
    const beginning = shell`furrow agent artifact new ${kind} --task ${id}`
    return [
      {
        code: 'task_without_artifact',
        ids: [id],
        message: `${id} (${name}) has no ${kind}`,
        fix: whereAllowed(sight, 'artifact.add', beginning),
      },
    ]
  })
}

/** The review of this round is decided, and says what the way asks for. */
function otherVerdict({ kind = '', verdict = 'pass' }: Guard, sight: GuardContext): Reason[] {
  const review = reviewOf(sight.type, sight.state, kind)
  if (review === undefined)
    return [
      {
        code: 'no_review',
        ids: [kind],
        message: `there is no ${kind} of iteration ${iterationOf(sight.state)} yet - write one and add it`,
        fix: whereAllowed(sight, 'artifact.add', shell`furrow agent artifact new ${kind}`),
      },
    ]
  const undecided = whyNotApproved(review, sight)
  if (undecided.length > 0) return undecided
  const given = review.approval?.verdict
  if (given === verdict) return []
  const message = `the verdict of ${review.path} is ${given ?? 'missing'}, and this needs ${verdict}`
  return [{ code: 'other_verdict', ids: [review.path], message, fix: shell`furrow agent artifact show ${review.path}` }]
}

function tooFewArtifacts({ kind = '', at_least = 1 }: Guard, sight: GuardContext): Reason[] {
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

/** One reason for all that only wait, in the words that scripts know; one of its own for each that needs something else. */
function unapproved({ kind = '' }: Guard, sight: GuardContext): Reason[] {
  const found = ofKind(sight, kind).flatMap(artifact => whyNotApproved(artifact, sight))
  const [first] = found
  if (first === undefined) return []
  if (found.every(({ code }) => code === 'unwritten' || code === 'artifact_missing')) return found
  const waiting = found.filter(({ code }) => code === 'not_approved').flatMap(({ ids = [] }) => ids)
  const [path, ...also] = waiting
  const counted = found.length === 1 ? `1 ${kind} is` : `${found.length} ${pluralOf(sight.type, kind)} are`
  const names = listNames(found.flatMap(({ ids = [] }) => ids))
  const message = `${counted} not yet approved - approve all ${pluralOf(sight.type, kind)} before completing: ${names}`
  const approving = also.length === 0 ? shell`furrow agent artifact approve ${path ?? ''}` : approvingAll(waiting)
  const fix = path === undefined ? first.fix : whereAllowed(sight, 'artifact.approve', approving)
  return [
    { code: 'artifacts_unapproved', ids: found.flatMap(({ ids = [] }) => ids), message, ...(fix && { fix }) },
    ...found.filter(({ code }) => code !== 'not_approved'),
  ]
}

function approvingAll([path = '', ...also]: readonly string[]): ShellText {
  return shell`furrow agent artifact approve ${path} -- ${also}`
}

/** How a document is judged, by what is in its file now and by what the log says was decided. */
export function artifactStanding(sight: GuardContext, artifact: Artifact): ArtifactView['standing'] {
  const { path, approval, rejection } = artifact
  const bytes = sight.bytesOf(path)
  if (bytes === undefined) return 'missing'
  const said = approvalStateOf(approval, bytes)
  if (said === 'approved' && approval !== undefined) return sight.isLogged(path, approval) ? 'approved' : 'unlogged'
  if (whyUnwritten(sight, artifact) !== undefined) return 'unwritten'
  return said === 'none' && rejection !== undefined && isSameText(rejection, bytes) ? 'rejected' : said
}

/** A rejection is about the text that was rejected; one that does not say which is about any. */
function isSameText({ content }: NonNullable<Artifact['rejection']>, bytes: Uint8Array): boolean {
  return content === undefined || content === revisionOf(bytes)
}

/** Of a document that a person is to approve: what is not written yet. */
function whyUnwritten(sight: GuardContext, artifact: Artifact): string | undefined {
  const kind = artifactKindOf(sight.type, sight.state, artifact)
  const bytes = sight.bytesOf(artifact.path)
  return bytes === undefined || !needsApproval(sight.type, kind) ? undefined : sight.unwritten(kind, bytes)
}

/** Why nobody is asked to approve this document as it is now. */
export function whyNotSubmitted(sight: GuardContext, artifact: Artifact): Reason[] {
  const { path, rejection } = artifact
  const standing = artifactStanding(sight, artifact)
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

function whyNotApproved(artifact: Artifact, sight: GuardContext): Reason[] {
  const { path } = artifact
  const standing = artifactStanding(sight, artifact)
  if (standing === 'approved') return []
  const [first] = whyNotSubmitted(sight, artifact)
  if (first !== undefined) return [first]
  const { code, says } = UNAPPROVED[standing]
  return [{ code, ids: [path], message: `${path} ${says}`, fix: fixFor(path, standing, sight) }]
}

/** An approval that came along with the files is given again wherever the project is. */
function fixFor(path: string, standing: ArtifactView['standing'], sight: GuardContext): ShellText {
  const isReview = sight.type.kinds[kindIn(sight, path)]?.verdict === true
  const approving = isReview
    ? shell`furrow agent artifact approve ${path} --verdict pass`
    : shell`furrow agent artifact approve ${path}`
  if (standing === 'unlogged') return approving
  if (standing === 'missing') return whereAllowed(sight, 'artifact.remove', shell`furrow agent artifact remove ${path}`)
  return whereAllowed(sight, 'artifact.approve', approving)
}

function kindIn({ type, state }: GuardContext, path: string): string {
  const artifact = artifactsOf(state).find(each => each.path === path)
  return artifact === undefined ? '' : artifactKindOf(type, state, artifact)
}

/** The command that helps where the state allows it, else the one that leads to where it does. */
function whereAllowed({ type, state }: GuardContext, ability: Ability, command: ShellText): ShellText {
  const { current_state: name } = state.statechart
  if (currentState(type, state).allows?.includes(ability) === true) return command
  return commandTowards(type, name, ability, 'the documents changed after they were approved')
}

function noOverview({ kind = '', name = 'summary.md' }: Guard, sight: GuardContext): Reason[] {
  const { type } = sight
  const documents = ofKind(sight, kind)
  if (documents.length <= 1 || documents.some(({ path }) => isNamed(path, name))) return []
  const names = documents.map(({ path }) => path.split('/').at(-1)).join(' ')
  return [
    {
      code: 'no_overview',
      ids: documents.map(({ path }) => path),
      message: [
        `multiple ${kind} documents detected (${names}) but ${name} is missing - when creating multiple ${pluralOf(type, kind)}, ${name} must serve as an overview and table of contents. Please create ${name} with:`,
        `- High-level overview of the ${type.name}`,
        `- Links to all other ${kind} documents`,
        '- Quick takeaways (3-5 key insights)',
        `Then add and approve it before completing the ${type.name}.`,
      ].join('\n'),
      fix: whereAllowed(sight, 'artifact.add', shell`furrow agent artifact new ${kind}`),
    },
  ]
}

function openSteps(sight: GuardContext): Reason[] {
  const steps = stepsHere(sight.type, sight.state)
  const open = steps.filter(step => !isDone(step))
  const undone = steps.filter(({ status }) => status === 'completed').flatMap(step => undoneReason(step, sight))
  if (steps.length > 0 && open.length === 0) return undone
  const [first] = open
  const byHand = first !== undefined && (first.action === undefined || first.action === 'manual')
  const fix = byHand ? completing(first.id) : shell`furrow agent finalize --apply`
  const ids = open.map(({ id }) => id)
  return [{ code: 'steps_open', ids, message: 'all finalization tasks must be completed', fix }, ...undone]
}

function isDone({ status, optional, reason }: ProjectTask): boolean {
  return status === 'completed' || (status === 'skipped' && optional === true && (reason ?? '') !== '')
}

function undoneReason(step: ProjectTask, sight: GuardContext): Reason[] {
  const why = sight.missingOf(step)
  return why === undefined ? [] : [stepUndone(step, why)]
}

/** A step that says it is done, while what it was to bring about is missing. */
export function stepUndone({ id, name }: ProjectTask, why: string): Reason {
  const message = `${id} (${name}) is marked as completed, but ${why}`
  return { code: 'step_undone', ids: [id], message, fix: shell`furrow agent finalize --apply` }
}

/** Documents of the published kind that the overview does not lead to. */
export function unlinked(sight: GuardContext): string[] {
  const { type, state } = sight
  const name = type.publishes?.overview
  if (name === undefined) return []
  const documents = type.publishes === undefined ? [] : ofKind({ type, state }, type.publishes.kind)
  const overview = documents.find(({ path }) => isNamed(path, name))
  if (overview === undefined || documents.length <= 1) return []
  const text = Buffer.from(sight.bytesOf(overview.path) ?? []).toString('utf8')
  const linked = new Set(markdownLinksIn(text, overview.path))
  return documents.map(({ path }) => path).filter(path => path !== overview.path && !linked.has(path))
}

export function isNamed(path: string, name: string): boolean {
  return path.split('/').at(-1)?.toLowerCase() === name.toLowerCase()
}

function ofKind({ type, state }: Pick<GuardContext, 'type' | 'state'>, kind: string): Artifact[] {
  return artifactsOf(state).filter(artifact => artifactKindOf(type, state, artifact) === kind)
}
