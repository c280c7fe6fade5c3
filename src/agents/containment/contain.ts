import fs from 'node:fs'
import path from 'node:path'
import type { AgentPart } from '../../runs/model.ts'
import { hiddenIn } from '../../runs/spawn/guard.ts'
import type { Confinement } from '../../runs/spawn/sandbox.ts'
import { type Layer, NOTHING_COVERED, type Shield, shielded, shieldedAtBest } from '../../runs/spawn/shield.ts'
import { packageRoot } from '../../store/installation/package-root.ts'
import type { Call } from '../../workspace/call.ts'
import { readAgents } from '../config.ts'
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
  const visible: Layer[] = [...personal.layers, ...repository, ['hidden', hiddenIn(call.home)]]
  const layers: Layer[] = [...visible, ['unreachable', socketsIn(visible, personal.allowed)]]
  const wanted: Shield = { base: 'readOnly', layers, abstractSockets: DESKTOP_SOCKETS }
  return (
    (await shielded(wanted)) ??
    // Some systems have places that cannot be shown read-only.
    (await shielded({ ...wanted, base: 'writable' }, wanted)) ??
    (await shielded({ base: 'writable', layers: [...repository, ['hidden', hiddenIn(call.home)]] }, wanted)) ??
    (await shieldedAtBest(NOTHING_COVERED, wanted))
  )
}

function repositoryLayers(call: Call, { profile }: AgentPart, place: WorkPlace): Layer[] {
  const { root, repository } = call.workspace
  const layer: Layer = ['readOnly', [repository.mainWorktree ?? root, root, repository.commonDir, call.home.dir]]
  if (profile !== 'write') return [layer]
  // Not by the pointer in the worktree, which the agent of an earlier turn may have written.
  const { gitDir: own } = agentWorktree(call, place.root)
  const objects = path.join(repository.commonDir, 'objects')
  makeFixed(own, objects)
  return [
    layer,
    ['writable', [place.root, objects, own]],
    ['readOnly', [path.join(place.root, '.git'), ...FIXED.map(name => path.join(own, name))]],
    ['readOnly', FIXED_OBJECTS.map(name => path.join(objects, name))],
  ]
}

/** What git would follow or execute later for whoever works in that worktree. */
const FIXED_FOLDERS = ['info', 'hooks'] as const
const FIXED_SETTINGS = 'config.worktree'
const FIXED = ['commondir', 'gitdir', FIXED_SETTINGS, ...FIXED_FOLDERS] as const

/** Objects can be added. What borrows from elsewhere, and the packs of what was there before, stay as they are. */
const FIXED_OBJECTS = ['info', 'pack'] as const

/** What is not there cannot be covered, and could be made by the agent. */
function makeFixed(own: string, objects: string): void {
  for (const name of FIXED_FOLDERS) fs.mkdirSync(path.join(own, name), { recursive: true })
  for (const name of FIXED_OBJECTS) fs.mkdirSync(path.join(objects, name), { recursive: true })
  fs.closeSync(fs.openSync(path.join(own, FIXED_SETTINGS), 'a'))
}
