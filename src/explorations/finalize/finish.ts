import type { NextStep } from '../../lifecycle/next-step.ts'
import { viewReason } from '../../lifecycle/reason.ts'
import { readCommand } from '../../operation/command/command-call.ts'
import { commandLine } from '../../operation/command/command-line.ts'
import type { OutputOf } from '../../operation/contract.ts'
import { isRefused, type Reason, type Refused } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { entryWithId } from '../../store/journal/log.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { requestPerson } from '../../workspace/requests/requests.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import { beginDocument } from '../artifacts/change-artifact.ts'
import { defaultPath } from '../artifacts/skeleton.ts'
import { documentsToBegin, type ToBegin } from '../artifacts/to-begin.ts'
import { archiveProject, whyNotComplete } from '../cleanup.ts'
import { checkEvidence } from '../evidence/check.ts'
import { evidenceWarnings } from '../evidence/collect.ts'
import type { ArtifactView, ProjectView } from '../model.ts'
import { moveProject } from '../moves.ts'
import { guardContextOf } from '../record/engine.ts'
import { projectHere } from '../record/find-project.ts'
import { type LoadedProject, PROJECT, readState } from '../record/project-files.ts'
import { artifactKindOf, artifactsOf, currentState, iterationOf, stepsHere } from '../record/project-parts.ts'
import { foremostProblem } from '../recovery/problems.ts'
import { isNamed, whyNotGuarded } from '../rules/guards.ts'
import { ambiguousMove } from '../rules/machine.ts'
import { isForward, transitionsFrom } from '../rules/ways.ts'
import { stepAgainst } from '../show/next-of-project.ts'
import { renderFinish } from '../show/render-project.ts'
import { bareOutcomes, unlistedSources } from '../show/view-project.ts'
import { viewWithGit } from '../show/view-with-git.ts'
import { withArticle } from '../show/words.ts'
import type { Transition } from '../types/model.ts'
import * as contracts from './contracts.ts'
import { applyAll } from './finalize.ts'
import { finishedEarlier, linesOf, stepLine } from './finished-earlier.ts'

type FinishOutput = OutputOf<typeof contracts.finish>

export const finish = implement(() => contracts.finish, {
  async run(call) {
    const done: string[] = []
    for (;;) {
      if (isArchived(call)) return archived(call, done)
      await call.store.settled()
      const earlier = finishedEarlier(call)
      if (earlier !== undefined) return finished(call, earlier, [...done, ...linesOf(earlier)])
      const held = await current(call)
      if (currentState(held.type, held.state).terminal === true) {
        const missing = whyNotArchived(call, held)
        return missing.length === 0 ? archived(call, done) : stopped(call, missing, done)
      }
      const reasons = await takeStep(call, held, done)
      if (reasons.length > 0) return stopped(call, reasons, done)
    }
  },
  render: renderFinish,
})

const FINISH = shell`furrow explore finish`
const ARCHIVING = 'archive'

/** The same call again, after it came to its end. */
function isArchived({ store, operationId }: Call): boolean {
  return entryWithId(store.state, `${operationId}-${ARCHIVING}`) !== undefined
}

/** A file can say that a project is over; its log and what was published show whether it is. */
function whyNotArchived(call: Call, held: LoadedProject): readonly Reason[] {
  const problems = guardContextOf(call, held, filesOf(call)).problems()
  return problems.length > 0 ? problems : whyNotComplete(held, filesOf(call))
}

async function current(call: Call): Promise<LoadedProject> {
  await call.store.settled()
  return projectHere(call)
}

/** The one step that leads on from here is taken, or what is in its way. */
async function takeStep(call: Call, held: LoadedProject, done: string[]): Promise<readonly Reason[]> {
  const problem = await foremostProblem(call, held)
  if (problem !== undefined) return [problem]
  try {
    const ready = await publish(call, held, done)
    const onward = waysOn(call, ready)
    if (Array.isArray(onward)) return (await begunMissing(call, ready, { reasons: onward, done })) ? [] : onward
    await moveProject(call, onward, `${onward.event}-${ready.state.revision ?? 0}`)
    done.push(`${held.state.statechart.current_state} to ${onward.to}`)
    return []
  } catch (error) {
    if (!isRefused(error)) throw error
    // Another call took the step first: what is left is seen from where that led.
    if (hasMovedOn(call, held)) return []
    if (error.code !== 'blocked' && error.code !== 'failed') throw error
    return reasonsOf(error)
  }
}

function hasMovedOn(call: Call, { state: { statechart } }: LoadedProject): boolean {
  if (finishedEarlier(call) !== undefined) return true
  return readState(filesOf(call))?.statechart.current_state !== statechart.current_state
}

interface UnfinishedSteps {
  readonly reasons: readonly Reason[]
  readonly done: string[]
}

/** The document that is missing is begun: what is written next is its text. */
async function begunMissing(call: Call, held: LoadedProject, { reasons, done }: UnfinishedSteps): Promise<boolean> {
  const [wanted] = documentsToBegin(held, reasons)
  if (wanted === undefined) return false
  const { kind, task } = wanted
  const file = task === undefined ? defaultDocument(held, kind) : defaultPath(held.type, held.state, wanted)
  if (isTaken(held, { ...wanted, file })) return false
  const isThere = await beginDocument(call, { ...wanted, file, part: `document-${held.state.revision ?? 0}` })
  const place = `${PROJECT}/${file}`
  done.push(
    isThere ? `${place} registered as ${withArticle(kind)}` : `outline of ${withArticle(kind)} written to ${place}`,
  )
  return true
}

/** Whether the place has a document already: of the kind, where any will do, or of another kind than the task needs. */
function isTaken({ type, state }: LoadedProject, { kind, task, file }: ToBegin & { readonly file: string }): boolean {
  if (task === undefined) return artifactsOf(state).some(({ path }) => isNamed(path, file))
  return artifactsOf(state).some(artifact => artifact.path === file && artifactKindOf(type, state, artifact) !== kind)
}

/** Where a document that is asked for is written: reviews by their iteration, others by their kind. */
function defaultDocument({ type, state }: LoadedProject, kind: string): string {
  return type.kinds[kind]?.verdict === true ? `${kind}-${iterationOf(state)}.md` : `${kind}.md`
}

/** Carries out the checklist of this state, unless something else has to be done first. */
async function publish(call: Call, held: LoadedProject, done: string[]): Promise<LoadedProject> {
  const { type, state } = held
  if (currentState(type, state).allows?.includes('finalize') !== true) return held
  const onward = waysOn(call, held)
  if (Array.isArray(onward) && !onward.every(({ code }) => STEPS.includes(code))) return held
  const before = doneSteps(held).map(({ key }) => key)
  try {
    await applyAll(call, {})
  } finally {
    // What was done before a step failed is done.
    const made = doneSteps(await current(call)).filter(({ key }) => !before.includes(key))
    done.push(...made.map(({ line }) => line))
  }
  return current(call)
}

const STEPS: readonly string[] = ['steps_open', 'step_undone']

/** A step whose effect was gone and that was taken again is told again. */
function doneSteps({ type, state }: LoadedProject): { key: string; line: string }[] {
  return stepsHere(type, state)
    .filter(({ status }) => status === 'completed' || status === 'skipped')
    .map(step => {
      const line = stepLine(step)
      return { line, key: step.status === 'skipped' ? line : `${line} ${step.updated_at ?? ''}` }
    })
}

/** The transition that is open, or why none is. */
function waysOn(call: Call, held: LoadedProject): Transition | Reason[] {
  const sight = guardContextOf(call, held, filesOf(call))
  const ways = transitionsFrom(held.type, held.state).filter(isForward)
  const open = ways.filter(way => whyNotGuarded(way.guards ?? [], sight).length === 0)
  const [first] = open
  if (first !== undefined) return open.length === 1 ? first : [ambiguousMove(open)]
  return whyNotGuarded(ways[0]?.guards ?? [], sight)
}

function reasonsOf({ code, message, target, fix, details }: Refused): Reason[] {
  const listed = details?.['reasons'] as readonly Reason[] | undefined
  if (listed !== undefined) return [...listed]
  return [{ code, message, ...(target !== undefined && { ids: [target] }), ...(fix !== undefined && { fix }) }]
}

async function archived(call: Call, done: readonly string[]): Promise<FinishOutput> {
  const { held, archive: place } = await archiveProject(call, ARCHIVING)
  return finished(call, held, [...done, `archived in ${place}`])
}

async function finished(call: Call, held: LoadedProject, done: readonly string[]): Promise<FinishOutput> {
  return {
    ...summaryOf(held, await viewWithGit(call, held)),
    done: [...new Set(done)],
    blocked: false,
    reasons: [],
    archive: held.folder,
  }
}

async function stopped(call: Call, reasons: readonly Reason[], done: string[]): Promise<FinishOutput> {
  const held = await current(call)
  const view = await viewWithGit(call, held)
  const person = await whatAPersonDoes(call, view, reasons)
  const views = reasons.map(viewReason)
  const sight = guardContextOf(call, held, filesOf(call))
  const warnings =
    person === undefined
      ? []
      : [
          ...bareOutcomes(sight),
          ...evidenceWarnings(await checkEvidence(call, held)),
          ...unlistedSources(sight, view.artifacts),
        ]
  const { next, ...rest } = summaryOf(held, view)
  const [first] = reasons
  return {
    ...rest,
    next: first !== undefined && isForemost(held, next, first) ? stepAgainst(held.state, first) : next,
    done,
    blocked: true,
    reasons: views,
    ...(person !== undefined && { person }),
    ...(warnings.length > 0 && { warnings }),
  }
}

/** What only the attempt shows is set right first. */
function isForemost({ type, state }: LoadedProject, { command }: NextStep, { fix }: Reason): boolean {
  const isClosing = currentState(type, state).allows?.includes('finalize') === true
  return isClosing && command === FINISH && fix !== undefined
}

type FinishSummary = Pick<FinishOutput, 'name' | 'state' | 'next' | 'pull_request'>

function summaryOf(held: LoadedProject, { name, state, next }: ProjectView): FinishSummary {
  const link = held.state.plan?.pull_request
  return { name, state, next, ...(link !== undefined && { pull_request: link }) }
}

/** What only a person may do of that; an agent leaves the wish with them. */
async function whatAPersonDoes(
  call: Call,
  { artifacts, allows }: ProjectView,
  reasons: readonly Reason[],
): Promise<FinishOutput['person']> {
  const waiting = artifacts.filter(artifact => isWaiting(artifact, allows))
  const isReview = waiting[0]?.verdict === true
  const [path, ...also] = waiting.filter(each => (each.verdict === true) === isReview).map(each => each.path)
  if (path === undefined) return decision(call, reasons)
  const input = { path, ...(also.length > 0 && { also }), ...(isReview && { verdict: 'pass' }) }
  const entry = call.manifest.operations.find(({ name }) => name === APPROVE)
  if (entry === undefined) return undefined
  const documents = [path, ...also].join(', ')
  const says = isReview
    ? `A person reads ${documents} and says pass, or fail with what has to change.`
    : `A person reads ${documents} and approves ${also.length === 0 ? 'it' : 'them'}.`
  const asked = { says, command: commandLine(entry, input) }
  if (call.actor.kind === 'person') return asked
  const { id, address } = await requestPerson(call, APPROVE, input)
  return { ...asked, request: id, ...(address !== undefined && { address }) }
}

const APPROVE = 'artifact.approve'

function isWaiting({ needs_approval, standing }: ArtifactView, allows: readonly string[]): boolean {
  if (!needs_approval) return false
  return standing === 'unlogged' || (allows.includes(APPROVE) && (standing === 'none' || standing === 'void'))
}

/** The first reason whose fix is a decision. */
function decision({ manifest }: Call, reasons: readonly Reason[]): FinishOutput['person'] {
  for (const { message, fix } of reasons)
    if (fix !== undefined && readCommand(manifest.operations, fix)?.entry.authority === 'person')
      return { says: message, command: fix }
  return undefined
}
