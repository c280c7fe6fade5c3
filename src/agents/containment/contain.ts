import path from 'node:path'
import type { AgentPart } from '../../runs/model.ts'
import type { Confinement } from '../../runs/spawn/sandbox.ts'
import { type Layer, NOTHING_COVERED, type Shield, shielded, shieldedAtBest } from '../../runs/spawn/shield.ts'
import { makeFolder } from '../../store/files.ts'
import { packageRoot } from '../../store/installation/package-root.ts'
import type { Call } from '../../workspace/call.ts'
import { readAgents } from '../config.ts'
import { ensureAgentGit, fixedPlaces } from '../worktree/agent-git.ts'
import { agentWorktree } from '../worktree/git-dir.ts'
import type { WorkPlace } from '../worktree/place.ts'
import { personalLayers } from './personal.ts'
import { DESKTOP_SOCKETS, socketsIn } from './sockets.ts'

/** Where an agent works, and what is made for its run alone. */
interface AgentPlace extends WorkPlace {
  /** Takes the place of `/tmp`. */
  readonly temporary: string
  /** The folder of the socket by which it reaches Furrow. */
  readonly door?: string
}

/**
 * An agent works with its own settings, the programs that are installed, and the network. What it cannot do is write to the
 * repository (but to its own worktree), to the branches in it, to Furrow's home or to other projects, read what else is in
 * the person's home, or connect to programs that run outside.
 */
export async function confineAgent(call: Call, part: AgentPart, place: AgentPlace): Promise<Confinement> {
  const repository = repositoryLayers(call, part, place)
  const agent = readAgents(call).agents.find(({ name }) => name === part.name)
  const needed = [packageRoot(), process.execPath, ...(place.door === undefined ? [] : [place.door])]
  const personal = personalLayers({ env: call.env, agent, needed, temporary: place.temporary })
  const visible: Layer[] = [...personal.layers, ...repository]
  const layers: Layer[] = [...visible, ['unreachable', socketsIn(visible, personal.allowed)]]
  const wanted: Shield = { base: 'readOnly', layers, abstractSockets: DESKTOP_SOCKETS }
  return (
    (await shielded(wanted)) ??
    // Some systems have places that cannot be shown read-only.
    (await shielded({ ...wanted, base: 'writable' }, wanted)) ??
    (await shielded({ base: 'writable', layers: repository }, wanted)) ??
    (await shieldedAtBest(NOTHING_COVERED, wanted))
  )
}

/**
 * Furrow's home is an empty folder to it, but for the code of tools. What would be covered one by one could be made, or replaced by a rename, while it
 * runs, and a mount on a file goes with the file.
 */
function repositoryLayers(call: Call, { profile }: AgentPart, place: WorkPlace): Layer[] {
  const { root, repository } = call.workspace
  const bundles = path.join(call.home.dir, 'caches/tools')
  makeFolder(bundles, 0o700)
  const layers: Layer[] = [
    ['empty', [call.home.dir]],
    // The code of tools as it is started: one that the agent built is tried where the agent was.
    ['readOnly', [bundles]],
    ['readOnly', [repository.mainWorktree ?? root, root, repository.commonDir]],
  ]
  if (profile !== 'write') return layers
  // Not by the pointer in the worktree, which the agent of an earlier turn may have written.
  const { own, gitDir } = agentWorktree(call, place.root)
  const objects = path.join(repository.commonDir, 'objects')
  const kept = ensureAgentGit(own.gitDir, { gitDir, objects })
  const places = fixedPlaces({ gitDir, objects })
  return [
    ...layers,
    ['writable', [place.root]],
    ['replaced', [gitDir], kept.gitDir],
    ['replaced', [objects], kept.objects],
    ['readOnly', [kept.shared], objects],
    ['readOnly', [path.join(place.root, '.git')]],
    ...fixedPlaces(kept).map((from, at): Layer => ['readOnly', [places[at] ?? from], from]),
  ]
}
