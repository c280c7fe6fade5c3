import fs from 'node:fs'
import path from 'node:path'
import type { ConfineForAgent } from '../../runs/inside/ports.ts'
import type { AgentPart } from '../../runs/model.ts'
import type { Confinement } from '../../runs/spawn/sandbox.ts'
import { type Layer, NOTHING_COVERED, type Shield, shielded, shieldedAtBest } from '../../runs/spawn/shield.ts'
import { makeFolder } from '../../store/files/files.ts'
import { GIT_FOLDER } from '../../store/git/config/config-files.ts'
import { packageRoot } from '../../store/installation/package-root.ts'
import type { Call } from '../../workspace/call.ts'
import { MEMORY_FOLDER } from '../../workspace/memory-file.ts'
import { readAgents } from '../config/read-agents.ts'
import { ensureAgentGit, fixedPlaces } from '../worktree/agent-git.ts'
import { agentWorktree } from '../worktree/git-dir.ts'
import type { WorkPlace } from '../worktree/place.ts'
import { personalLayers } from './personal.ts'
import { DESKTOP_SOCKETS, socketsIn } from './sockets.ts'

/** Where an agent works, and what is made for its run alone. */
interface AgentPlace extends WorkPlace {
  /** Takes the place of `/tmp`; left out, that is in memory. */
  readonly temporary?: string | undefined
  /** The folder of the socket by which it reaches Furrow. */
  readonly door?: string
}

/**
 * An agent works with its own settings, the programs that are installed, and the network. What it cannot do is write to the
 * repository (but to its own worktree), to the branches in it, to Furrow's home or to other projects, read what else is in
 * the person's home, or connect to programs that run outside.
 */
export async function confineAgent(call: Call, part: AgentPart, place: AgentPlace): Promise<Confinement> {
  return confineIn(call, { part, place, repository: repositoryLayers(call, part, place) })
}

/** What a furrow that is started inside reads: nothing of it opens a door, and the agent may ask for it anyway. */
const READ_FOLDERS = ['repos', MEMORY_FOLDER, 'caches', 'cache', 'trust', GIT_FOLDER] as const

/**
 * A tool, a gate or a check that an agent has Furrow start runs what the agent wrote, or does what it is given as input.
 * It is held as the agent is, but for what a furrow inside of it has to read.
 */
export const confineForAgent: ConfineForAgent = async (call, { agent: part }) => {
  const place = { root: part.worktree ?? call.workspace.root }
  const read = READ_FOLDERS.map(name => path.join(call.home.dir, name)).filter(folder => fs.existsSync(folder))
  return confineIn(call, { part, place, repository: [...repositoryLayers(call, part, place), ['readOnly', read]] })
}

interface Confined {
  readonly part: AgentPart
  readonly place: AgentPlace
  readonly repository: readonly Layer[]
}

async function confineIn(call: Call, { part, place, repository }: Confined): Promise<Confinement> {
  const agent = readAgents(call).agents.find(({ name }) => name === part.name)
  const needed = [packageRoot(), process.execPath, ...(place.door === undefined ? [] : [place.door])]
  const personal = personalLayers({ env: call.env, agent, needed, temporary: place.temporary })
  const visible: Layer[] = [...personal.layers, ...repository]
  const layers: Layer[] = [...visible, ['unreachable', socketsIn(visible, personal.allowed)]]
  const wanted: Shield = { base: 'readOnly', layers, abstractSockets: DESKTOP_SOCKETS, isolated: true }
  return (
    (await shielded(wanted)) ??
    // Some systems have places that cannot be shown read-only.
    (await shielded({ ...wanted, base: 'writable' }, wanted)) ??
    (await shielded({ base: 'writable', layers: repository, isolated: true }, wanted)) ??
    (await shieldedAtBest({ ...NOTHING_COVERED, isolated: true }, wanted))
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
