import { type Call, implement } from '../call.ts'
import * as contracts from './contracts.ts'
import { findRequest, listRequests, type PersonRequest } from './requests.ts'
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
    const request = findRequest(call.store, id)
    const about = request.status === 'pending' ? await aboutOf(call, request) : undefined
    return { ...viewOf(call, request), ...(about !== undefined && { about }) }
  },
  render: renderRequest,
})

/** Some operations name a read that shows what they would do; a person sees it before deciding. */
async function aboutOf(call: Call, { operation, input }: PersonRequest): Promise<string | undefined> {
  const named = (wanted: string | undefined) => call.manifest.operations.find(({ name }) => name === wanted)
  const preview = named(named(operation)?.preview)
  if (preview === undefined) return undefined
  const same = Object.entries(Object(input)).filter(([name]) => Object.hasOwn(preview.input.properties ?? {}, name))
  const outcome = await call.perform(preview.name, Object.fromEntries(same))
  return outcome.ok ? outcome.text() : `It cannot be shown: ${outcome.error.message}`
}
