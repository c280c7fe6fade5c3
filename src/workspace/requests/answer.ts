import { quote } from '../../operation/command-line.ts'
import { type Refused, refuse, toRefused } from '../../operation/errors.ts'
import { type Call, implement } from '../call.ts'
import * as contracts from './contracts.ts'
import { findRequest, moveRequest, type PersonRequest } from './requests.ts'
import { renderRequest, viewOf } from './view.ts'

export const confirm = implement(contracts.confirm, {
  async run(call, { id }) {
    const request = findRequest(call.store, id)
    const elsewhere = whyNotHere(call, request)
    if (elsewhere !== undefined) return elsewhere
    // Taken before it is done: of two people who say yes at once, one does it.
    if (!moveRequest(call, id, { from: 'pending', to: 'confirmed' })) return settled(call, id)
    const outcome = await call.perform(request.operation, request.input, `request-${id}`)
    if (outcome.ok) return { ...viewOf(call, findRequest(call.store, id)), result: outcome.value }
    moveRequest(call, id, { from: 'confirmed', to: 'pending' })
    return toRefused(outcome.error)
  },
  render: ({ result, ...request }) =>
    `${renderRequest(request)}\n\n\`\`\`json\n${JSON.stringify(result, null, 2)}\n\`\`\``,
})

export const dismiss = implement(contracts.dismiss, {
  async run(call, { id }) {
    const request = findRequest(call.store, id)
    if (!moveRequest(call, request.id, { from: 'pending', to: 'dismissed' })) return settled(call, id)
    return viewOf(call, findRequest(call.store, id))
  },
  render: renderRequest,
})

/** It was meant for the files of the worktree where it was asked. */
function whyNotHere({ store }: Call, { id, worktree }: PersonRequest): Refused | undefined {
  if (worktree === store.worktree) return undefined
  return refuse('invalid_state', `${id} was asked in ${worktree}.`, {
    target: id,
    fix: `furrow request confirm ${id} --workspace ${quote(worktree)}`,
  })
}

function settled({ store }: Call, id: string): Refused {
  const { status } = findRequest(store, id)
  return refuse('conflict', `${id} is ${status} already.`, {
    target: id,
    fix: 'furrow request list',
    details: { status },
  })
}
