import { implement } from '../../workspace/call.ts'
import * as contracts from '../contracts.ts'
import { findSources } from '../find-passages.ts'
import { renderFound } from '../render-ask.ts'

export const search = implement(() => contracts.search, {
  run: (call, request) => findSources(call, request),
  render: renderFound,
})
