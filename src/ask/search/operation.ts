import { implement } from '../../workspace/call.ts'
import * as contracts from '../contracts.ts'
import { findSources } from '../find.ts'
import { renderFound } from '../render.ts'

export const search = implement(contracts.search, {
  run: (call, request) => findSources(call, request),
  render: renderFound,
})
