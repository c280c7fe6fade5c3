import fs from 'node:fs'
import path from 'node:path'
import type { AgentPart } from '../../runs/model.ts'
import { hiddenIn } from '../../runs/spawn/guard.ts'
import { type Confinement, confine } from '../../runs/spawn/sandbox.ts'
import { type Layer, shielded } from '../../runs/spawn/shield.ts'
import type { Call } from '../../workspace/call.ts'
import { readAgents } from '../config.ts'
import type { WorkPlace } from '../worktree/place.ts'
import { personalLayers } from './personal.ts'

interface Containment {
  readonly confinement: Confinement
  /** The kernel keeps the repository from being written, not only the agent's own good will. */
  readonly contained: boolean
}

/**
 * An agent works with the person's own settings and the network. What it cannot do is write to the repository (but to its
 * own worktree), to the branches in it, to Furrow's home or to other projects, and read secrets or the person's keys.
 */
export async function containmentOf(call: Call, part: AgentPart, place: WorkPlace): Promise<Containment> {
  const repository = repositoryLayers(call, part, place)
  const agent = readAgents(call).agents.find(({ name }) => name === part.name)
  const personal = personalLayers(call.env, agent)
  const hidden: Layer = ['hidden', [...personal.hidden, ...hiddenIn(call.home)]]
  const confinement =
    (await shielded({ base: 'readOnly', layers: [...personal.layers, ...repository, hidden] })) ??
    // Some systems have places that cannot be shown read-only.
    (await shielded({ base: 'writable', layers: [...repository, hidden] }))
  return confinement === undefined
    ? { confinement: await confine('best'), contained: false }
    : { confinement, contained: true }
}

function repositoryLayers({ workspace, home }: Call, { profile }: AgentPart, place: WorkPlace): Layer[] {
  const { root, repository } = workspace
  const layer: Layer = ['readOnly', [repository.mainWorktree ?? root, root, repository.commonDir, home.dir]]
  if (profile !== 'write') return [layer]
  return [
    layer,
    ['writable', [place.root, ...gitPlaces(repository.commonDir, place.root)]],
    ['readOnly', [path.join(place.root, '.git')]],
  ]
}

/** What git writes when an agent commits in its worktree: objects, and the worktree's own head and index. */
function gitPlaces(commonDir: string, worktree: string): string[] {
  const pointer = fs.readFileSync(path.join(worktree, '.git'), 'utf8')
  const [, own = ''] = /^gitdir: (.+)$/m.exec(pointer) ?? []
  return [path.join(commonDir, 'objects'), path.resolve(worktree, own.trim())]
}
