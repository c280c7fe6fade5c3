import { implement } from '../call.ts'
import * as contracts from './contracts.ts'
import { subjectOf } from './request-subject.ts'
import { findRequest, listRequests } from './requests.ts'
import { renderRequest, requestViewOf } from './view-request.ts'

export const list = implement(() => contracts.list, {
  async run(call, { status, limit }) {
    return { requests: listRequests(call.store, { status, limit }).map(request => requestViewOf(call, request)) }
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

export const show = implement(() => contracts.show, {
  async run(call, { id }) {
    const request = findRequest(call.store, id)
    const subject = request.status === 'pending' ? await subjectOf(call, request) : undefined
    return { ...requestViewOf(call, request), ...(subject && { about: subject.about, shown: subject.shown }) }
  },
  render: renderRequest,
})
