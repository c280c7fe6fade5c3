import fs from 'node:fs'
import path from 'node:path'
import type { AgentPart } from '../../runs/model.ts'
import { type Confinement, confine } from '../../runs/spawn/sandbox.ts'
import { shielded } from '../../runs/spawn/shield.ts'
import type { Call } from '../../workspace/call.ts'
import type { WorkPlace } from '../worktree/place.ts'

interface Containment {
  readonly confinement: Confinement
  /** The kernel keeps the repository from being written, not only the agent's own good will. */
  readonly contained: boolean
}

/** Keys, tokens and sessions of the person, below their home. */
const HIDDEN = ['secrets', 'tokens', 'token', 'sessions'] as const

/**
 * An agent works with the person's own settings and the network, so it sees the machine as they do. What it cannot do is
 * write to the repository (but to its own worktree), to the branches in it, or to Furrow's home, and read secrets there.
 */
export async function containmentOf(call: Call, { profile }: AgentPart, place: WorkPlace): Promise<Containment> {
  const { root, repository } = call.workspace
  const main = repository.mainWorktree ?? root
  const own = profile === 'write' ? [place.root, ...gitPlaces(repository.commonDir, place.root)] : []
  const confinement = await shielded({
    readOnly: [...new Set([main, root, repository.commonDir, call.home.dir])],
    writable: own,
    frozen: profile === 'write' ? [path.join(place.root, '.git')] : [],
    hidden: HIDDEN.map(name => path.join(call.home.dir, name)),
  })
  return confinement === undefined
    ? { confinement: await confine('best'), contained: false }
    : { confinement, contained: true }
}

/** What git writes when an agent commits in its worktree: objects, and the worktree's own head and index. */
function gitPlaces(commonDir: string, worktree: string): string[] {
  const pointer = fs.readFileSync(path.join(worktree, '.git'), 'utf8')
  const [, own = ''] = /^gitdir: (.+)$/m.exec(pointer) ?? []
  return [path.join(commonDir, 'objects'), path.resolve(worktree, own.trim())]
}
