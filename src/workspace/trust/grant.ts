import { type Refused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { resolveInside } from '../../store/files/contain.ts'
import { type Call, implement } from '../call.ts'
import * as contracts from './contracts.ts'
import type { Pins } from './model.ts'
import { changePins, grantedBy } from './pins.ts'
import { SHOWN } from './status.ts'
import { digestOf, subjectsOf, type TrustSubject } from './subjects.ts'
import { renderTrust, trustViewOf } from './view-trust.ts'

/** Worktrees differ, so older hashes of a subject stay trusted; more than these are not needed. */
const HASHES_PER_SUBJECT = 20

export const grant = implement(() => contracts.grant, {
  async run(call, { subjects: named, follow, keep_grants: keepsGrants = false, shown }) {
    if (keepsGrants && follow === undefined)
      return refuse('usage', 'Grants are kept for a folder that is followed; say which.', {
        target: 'keep_grants',
        fix: shell`furrow trust --follow .sdlc/tools --keep-grants`,
      })
    const subjects = await subjectsOf(call)
    const refusal = follow === undefined ? whyNotShown(call, subjects, shown) : undefined
    if (refusal !== undefined) return refusal
    const folder = follow === undefined ? undefined : resolveInside(call.workspace.root, follow)
    const chosen = choose(subjects, named ?? (follow === undefined ? subjects.map(({ name }) => name) : []))
    await call.store.transact(call, tx => {
      changePins(tx, call, pins => withFolder(withSubjects(pins, chosen, call), { folder, keepsGrants }, call))
      tx.describe(folder === undefined ? `trusted ${chosen.map(({ name }) => name).join(', ')}` : `follows ${follow}`)
    })
    return trustViewOf(call, subjects)
  },
  render: renderTrust,
})

/** Trust is given to what was seen: what changed between the look and the word is asked for again. */
function whyNotShown(call: Call, subjects: readonly TrustSubject[], seen: string | undefined): Refused | undefined {
  const now = digestOf(subjects)
  // Another window of the same person may have been shown what is there now.
  const isSeen = seen === undefined || seen === now
  if (isSeen && call.store.wasShown(call.actor, { path: SHOWN, revision: now })) return undefined
  return refuse('blocked', 'What this repository would execute has not been shown to you, or has changed since.', {
    target: 'trust',
    fix: shell`furrow trust status`,
    details: { subjects: subjects.map(({ name, path, commands }) => ({ name, path, commands })) },
  })
}

function choose(subjects: readonly TrustSubject[], names: readonly string[]): TrustSubject[] {
  return names.map(name => {
    const subject = subjects.find(each => each.name === name)
    if (subject === undefined)
      throw refuse('not_found', `There is nothing called ${name} to trust here.`, {
        target: name,
        fix: shell`furrow trust status`,
      })
    return subject
  })
}

export function withSubjects(pins: Pins, chosen: readonly TrustSubject[], { actor, clock }: Call): Pins {
  const added = chosen.map(({ name, hash, covers }) => ({
    subject: name,
    hash,
    ...(covers !== undefined && { covers }),
    ...grantedBy(actor, clock.now()),
  }))
  const earlier = pins.pins.filter(pin => !added.some(one => one.subject === pin.subject && one.hash === pin.hash))
  const kept = new Set(
    [...new Set(earlier.map(({ subject }) => subject))].flatMap(subject =>
      earlier.filter(pin => pin.subject === subject).slice(-HASHES_PER_SUBJECT),
    ),
  )
  return { ...pins, pins: [...earlier.filter(pin => kept.has(pin)), ...added] }
}

interface Followed {
  readonly folder: string | undefined
  readonly keepsGrants: boolean
}

function withFolder(pins: Pins, { folder, keepsGrants }: Followed, { actor, clock }: Call): Pins {
  if (folder === undefined) return pins
  const others = pins.follow.filter(entry => entry.folder !== folder)
  return {
    ...pins,
    follow: [...others, { folder, ...(keepsGrants && { keeps_grants: true }), ...grantedBy(actor, clock.now()) }],
  }
}
