import path from 'node:path'
import type { Home } from '../../workspace/home.ts'
import type { Confinement } from './sandbox.ts'
import { guarded, type Layer } from './shield.ts'

/** Keys, tokens, sessions and copies of them, below the person's home. */
const HIDDEN = ['secrets', 'tokens', 'token', 'sessions', 'backups'] as const

/** What a person has decided. */
const DECISIONS = ['trust', 'config.yaml'] as const

/** What no program that Furrow starts has to know of Furrow's own home. */
export function hiddenIn(home: Pick<Home, 'dir'>): string[] {
  return HIDDEN.map(name => path.join(home.dir, name))
}

/**
 * What a repository brings along runs with the person's rights, and gets the secrets that were granted to it: the others
 * are out of its sight, and what was trusted out of its reach, where bubblewrap makes the namespace.
 */
export function guardHome<C extends Confinement>(confinement: C, home: Pick<Home, 'dir'>): C {
  const decisions: Layer = ['readOnly', DECISIONS.map(name => path.join(home.dir, name))]
  return guarded(confinement, [decisions, ['hidden', hiddenIn(home)]])
}
