import { implement } from '../call.ts'
import * as contracts from './contracts.ts'
import { digestOf } from './subjects.ts'
import { renderTrust, viewTrust } from './view-trust.ts'

/** What a person has been shown, under a path that no file can have. */
export const SHOWN = ':trust'

export const status = implement(() => contracts.status, {
  async run(call) {
    const trust = await viewTrust(call)
    call.store.shown(call.actor, { path: SHOWN, revision: digestOf(trust.subjects) })
    return trust
  },
  render: renderTrust,
})
