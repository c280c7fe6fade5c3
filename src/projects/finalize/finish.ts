import { viewReason } from '../../lifecycle/reason.ts'
import { readCommand } from '../../operation/command/command-call.ts'
import { commandLine } from '../../operation/command/command-line.ts'
import type { OutputOf } from '../../operation/contract.ts'
import { isRefused, type Reason, type Refused } from '../../operation/errors.ts'
import { entryWithId } from '../../store/log.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/files.ts'
import { requestPerson } from '../../workspace/requests/requests.ts'
import { beginOverview } from '../artifacts/change.ts'
import { archive } from '../cleanup.ts'
import { hold, sightOf } from '../engine.ts'
import { isNamed, whyNot } from '../guards.ts'
import { several } from '../machine.ts'
import type { ArtifactView, ProjectView } from '../model.ts'
import { move } from '../moves.ts'
import { artifactsOf, currentState, stepsOf } from '../parts.ts'
import { renderFinish } from '../render.ts'
import type { Held } from '../shelf.ts'
import type { Transition } from '../types/model.ts'
import { viewProject } from '../view.ts'
import { isForward, leaving } from '../ways.ts'
import * as contracts from './contracts.ts'
import { applyAll } from './finalize.ts'

type Finish = OutputOf<typeof contracts.finish>

export const finish = implement(contracts.finish, {
  async run(call) {
    const done: string[] = []
    for (;;) {
      if (isArchived(call)) return archived(call, done)
      const held = await current(call)
      if (currentState(held.type, held.state).terminal === true) return archived(call, done)
      const reasons = await takeStep(call, held, done)
      if (reasons.length > 0) return stopped(call, reasons, done)
    }
  },
  render: renderFinish,
})

const ARCHIVING = 'archive'

/** The same call again, after it came to its end. */
function isArchived({ store, operationId }: Call): boolean {
  return entryWithId(store.state, `${operationId}-${ARCHIVING}`) !== undefined
}

async function current(call: Call): Promise<Held> {
  await call.store.settled()
  return hold(call, filesOf(call))
}

/** The one step that leads on from here is taken, or what is in its way. */
async function takeStep(call: Call, held: Held, done: string[]): Promise<readonly Reason[]> {
  const [problem] = sightOf(call, held, filesOf(call)).problems()
  if (problem !== undefined) return [problem]
  try {
    const ready = await publish(call, held, done)
    const onward = waysOn(call, ready)
    if (Array.isArray(onward)) return (await begunMissing(call, ready, { reasons: onward, done })) ? [] : onward
    await move(call, onward, `${onward.event}-${ready.state.revision ?? 0}`)
    done.push(`${held.state.statechart.current_state} to ${onward.to}`)
    return []
  } catch (error) {
    if (!isRefused(error) || error.code !== 'blocked') throw error
    return reasonsOf(error)
  }
}

interface Missing {
  readonly reasons: readonly Reason[]
  readonly done: string[]
}

/** The document that is missing is begun: what is written next is its text. */
async function begunMissing(call: Call, held: Held, { reasons, done }: Missing): Promise<boolean> {
  const kind = held.type.publishes?.kind ?? ''
  const missing = reasons.some(
    ({ code, ids }) => code === 'no_overview' || (code === 'no_artifact' && ids?.[0] === kind),
  )
  const { allows = [], adds = [] } = currentState(held.type, held.state)
  const isThere = artifactsOf(held.state).some(({ path }) => isNamed(path, `${kind}.md`))
  if (!missing || isThere || !allows.includes('artifact.add') || !adds.includes(kind)) return false
  const file = await beginOverview(call, kind, `document-${held.state.revision ?? 0}`)
  done.push(`${file} registered as a ${kind}`)
  return true
}

/** Carries out the checklist of this state, unless something else has to be done first. */
async function publish(call: Call, held: Held, done: string[]): Promise<Held> {
  const { type, state } = held
  if (currentState(type, state).allows?.includes('finalize') !== true) return held
  const onward = waysOn(call, held)
  if (Array.isArray(onward) && !onward.every(({ code }) => STEPS.includes(code))) return held
  const before = doneSteps(held)
  await applyAll(call, {})
  const now = await current(call)
  done.push(...doneSteps(now).filter(line => !before.includes(line)))
  return now
}

const STEPS: readonly string[] = ['steps_open', 'step_undone']

function doneSteps({ type, state }: Held): string[] {
  return stepsOf(type, state).flatMap(({ name, status, result, reason }) => {
    if (status === 'completed') return [result === undefined ? name : `${name}: ${result}`]
    return status === 'skipped' ? [`${name} was skipped: ${reason}`] : []
  })
}

/** The transition that is open, or why none is. */
function waysOn(call: Call, held: Held): Transition | Reason[] {
  const sight = sightOf(call, held, filesOf(call))
  const ways = leaving(held.type, held.state).filter(isForward)
  const open = ways.filter(way => whyNot(way.guards ?? [], sight).length === 0)
  const [first] = open
  if (first !== undefined) return open.length === 1 ? first : [several(open)]
  return whyNot(ways[0]?.guards ?? [], sight)
}

function reasonsOf({ message, target, fix, details }: Refused): Reason[] {
  const listed = details?.['reasons'] as readonly Reason[] | undefined
  if (listed !== undefined) return [...listed]
  return [
    { code: 'blocked', message, ...(target !== undefined && { ids: [target] }), ...(fix !== undefined && { fix }) },
  ]
}

async function archived(call: Call, done: readonly string[]): Promise<Finish> {
  const { held, archive: place } = await archive(call, ARCHIVING)
  return { ...said(call, held), done: [...done, `archived in ${place}`], blocked: false, reasons: [], archive: place }
}

async function stopped(call: Call, reasons: readonly Reason[], done: string[]): Promise<Finish> {
  const held = await current(call)
  const person = await whatAPersonDoes(call, viewOf(call, held), reasons)
  const views = reasons.map(viewReason)
  return { ...said(call, held), done, blocked: true, reasons: views, ...(person !== undefined && { person }) }
}

function said(call: Call, held: Held): Pick<Finish, 'name' | 'state' | 'next' | 'pull_request'> {
  const { name, state, next } = viewOf(call, held)
  const link = held.state.plan?.pull_request
  return { name, state, next, ...(link !== undefined && { pull_request: link }) }
}

function viewOf(call: Call, held: Held): ProjectView {
  return viewProject(held, sightOf(call, held, filesOf(call)))
}

/** What only a person may do of that; an agent leaves the wish with them. */
async function whatAPersonDoes(
  call: Call,
  { artifacts, allows }: ProjectView,
  reasons: readonly Reason[],
): Promise<Finish['person']> {
  const [path, ...also] = artifacts.filter(artifact => isWaiting(artifact, allows)).map(each => each.path)
  if (path === undefined) return decision(call, reasons)
  const input = { path, ...(also.length > 0 && { also }) }
  const entry = call.manifest.operations.find(({ name }) => name === APPROVE)
  if (entry === undefined) return undefined
  const says = `A person reads ${[path, ...also].join(', ')} and approves ${also.length === 0 ? 'it' : 'them'}.`
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
function decision({ manifest }: Call, reasons: readonly Reason[]): Finish['person'] {
  for (const { message, fix } of reasons)
    if (fix !== undefined && readCommand(manifest.operations, fix)?.entry.authority === 'person')
      return { says: message, command: fix }
  return undefined
}
