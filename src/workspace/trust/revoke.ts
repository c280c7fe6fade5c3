import path from 'node:path'
import { implement } from '../call.ts'
import * as contracts from './contracts.ts'
import type { Pins } from './model.ts'
import { changePins } from './pins.ts'
import { renderTrust, viewTrust } from './view-trust.ts'

export const revoke = implement(() => contracts.revoke, {
  async run(call, { subjects, follow }) {
    const folder = follow === undefined ? undefined : path.join(call.workspace.root, follow)
    await call.store.transact(call, tx => {
      changePins(tx, call, pins => without(pins, subjects, folder))
      tx.describe(
        `trusts ${[...(subjects ?? []), ...(follow === undefined ? [] : [follow])].join(', ') || 'all'} no more`,
      )
    })
    return viewTrust(call)
  },
  render: renderTrust,
})

function without(pins: Pins, subjects: readonly string[] | undefined, folder: string | undefined): Pins {
  if (subjects === undefined && folder === undefined) return { ...pins, pins: [], follow: [] }
  return {
    ...pins,
    pins: pins.pins.filter(pin => subjects?.includes(pin.subject) !== true),
    follow: pins.follow.filter(entry => entry.folder !== folder),
  }
}
