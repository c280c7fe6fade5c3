import { commandLine } from '../../operation/command/command-line.ts'
import { type Refused, refuse, toRefused } from '../../operation/errors.ts'
import { secretFields } from '../../operation/names/secret-fields.ts'
import { pinned } from '../../operation/pins.ts'
import { shell } from '../../shared/shell/shell.ts'
import { ignoreDiskFull } from '../../store/database/sqlite.ts'
import { type Call, implement } from '../call.ts'
import * as contracts from './contracts.ts'
import { subjectOf } from './request-subject.ts'
import { findRequest, moveRequest, type PersonRequest } from './requests.ts'
import { renderRequest, requestViewOf } from './view-request.ts'

export const confirm = implement(() => contracts.confirm, {
  async run(call, { id, shown }) {
    const request = findRequest(call.store, id)
    const elsewhere = whyNotHere(call, request)
    if (elsewhere !== undefined) return elsewhere
    // Of two people who say yes at once, one does it. A process that dies in between leaves it waiting, and the next
    // yes goes on with the same operation id.
    const turn = `confirm:${id}`
    if (!call.store.leases.claim(turn, 'confirm', { now: call.clock.now() })) return underWay(id)
    try {
      return await carryOut(call, id, shown)
    } finally {
      ignoreDiskFull(call.store.folder, () => call.store.leases.release(turn))
    }
  },
  render: ({ text, result: _, ...request }) => `${renderRequest(request)}\n\n${text}`,
})

export const dismiss = implement(() => contracts.dismiss, {
  async run(call, { id }) {
    const request = findRequest(call.store, id)
    if (!moveRequest(call, request.id, { from: 'pending', to: 'dismissed' })) return settled(call, id)
    return requestViewOf(call, findRequest(call.store, id))
  },
  render: renderRequest,
})

async function carryOut(call: Call, id: string, seen: string | undefined) {
  const { status, operation, input } = findRequest(call.store, id)
  if (status !== 'pending') return settled(call, id)
  const needed = whyNotWithout(call, operation, input)
  if (needed !== undefined) return needed
  const exactly = seen === undefined ? input : await asSeen(call, { id, operation, input }, seen)
  const outcome = await call.perform(operation, exactly, `request-${id}`)
  if (!outcome.ok) return toRefused(outcome.error)
  const note = () => moveRequest(call, id, { from: 'pending', to: 'confirmed' })
  if (!ignoreDiskFull(call.store.folder, note)) return doneUnnoted(id, operation)
  return { ...requestViewOf(call, findRequest(call.store, id)), result: outcome.value, text: outcome.text() }
}

/** The operation holds on to the text that was seen, so a change between this look and its work is refused there. */
async function asSeen(call: Call, request: Pick<PersonRequest, 'id' | 'operation' | 'input'>, seen: string) {
  const { id, operation, input } = request
  const entry = call.manifest.operations.find(({ name }) => name === operation)
  const subject = await subjectOf(call, request)
  if (entry === undefined || subject?.shown !== seen)
    throw refuse('conflict', `What ${id} is about has changed since it was shown to you; nothing was done.`, {
      target: id,
      fix: shell`furrow request show ${id}`,
    })
  return pinned(entry, Object(input), subject.pins)
}

/** A secret that was asked for is kept nowhere, so a yes is not enough: the person gives it. */
function whyNotWithout({ manifest }: Call, operation: string, input: unknown): Refused | undefined {
  const entry = manifest.operations.find(({ name }) => name === operation)
  const [field] = entry === undefined ? [] : secretFields(entry)
  if (entry === undefined || field === undefined) return undefined
  return refuse('invalid_state', `${operation} needs ${field}, which only you know and which is kept nowhere.`, {
    target: field,
    fix: commandLine(entry, Object(input)),
  })
}

/** Another yes goes on with the same operation id, and does nothing twice. */
function doneUnnoted(id: string, operation: string): Refused {
  return refuse(
    'disk_full',
    `${operation} is done; the disk is too full to note that it was allowed, so ${id} waits.`,
    {
      target: id,
      fix: shell`furrow doctor`,
    },
  )
}

function underWay(id: string): Refused {
  return refuse('conflict', `${id} is being carried out at this moment.`, {
    target: id,
    fix: shell`furrow request list`,
  })
}

/** It was meant for the files of the worktree where it was asked. */
function whyNotHere({ store }: Call, { id, worktree }: PersonRequest): Refused | undefined {
  if (worktree === store.worktree) return undefined
  return refuse('invalid_state', `${id} was asked in ${worktree}.`, {
    target: id,
    fix: shell`furrow request confirm ${id} --workspace ${worktree}`,
  })
}

function settled({ store }: Call, id: string): Refused {
  const { status } = findRequest(store, id)
  return refuse('conflict', `${id} is ${status} already.`, {
    target: id,
    fix: shell`furrow request list`,
    details: { status },
  })
}
