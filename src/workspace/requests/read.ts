import { implement } from '../call.ts'
import * as contracts from './contracts.ts'
import { findRequest, listRequests } from './requests.ts'
import { renderRequest, viewOf } from './view.ts'

export const list = implement(contracts.list, {
  async run(call, { status, limit }) {
    return { requests: listRequests(call.store, { status, limit }).map(request => viewOf(call, request)) }
  },
  render: ({ requests }) =>
    requests.length === 0
      ? 'No agent has asked for anything.'
      : [
          '| request | operation | asked by | state |',
          '| --- | --- | --- | --- |',
          ...requests.map(({ id, operation, actor, status }) => `| ${id} | ${operation} | ${actor.id} | ${status} |`),
        ].join('\n'),
})

export const show = implement(contracts.show, {
  async run(call, { id }) {
    return viewOf(call, findRequest(call.store, id))
  },
  render: renderRequest,
})
