import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Call } from '../../workspace/call.ts'
import { agentAround } from '../inside/around.ts'
import { agentWalls } from '../inside/ports.ts'
import type { Run } from '../model.ts'
import { RUN_LEASE } from '../own/lease.ts'
import { findRun } from '../record/records.ts'
import { enclose } from '../spawn/enclose.ts'
import { confineGuarded } from '../spawn/guard.ts'
import { prepareSparePipes } from '../spawn/pipes.ts'
import { type Confinement, confine, limited } from '../spawn/sandbox.ts'
import { levelAtBest } from '../spawn/shield.ts'
import { limitsOf } from './run-limits.ts'
import type { RunPlan } from './run-plan.ts'

/**
 * What the system gives is found out once, by starting something, and pipes are made by a process too; whoever prepares a
 * run need not wait for them then. What fails here fails again when it is needed, and is told there.
 */
export function warmUpConfinement({ traits }: Pick<Call, 'traits'>): void {
  void levelAtBest()
  // A host makes its own.
  if (!traits.needsHost) prepareSparePipes().catch(() => undefined)
}

/** The level that the run will have, known before anything is recorded. */
export async function levelFor(
  call: Call,
  { kind, level = 'best' }: Pick<RunPlan, 'kind' | 'level'>,
): Promise<Run['level']> {
  if (level === 'sandbox') {
    const { level: given, leave } = await enclosed(call)
    leave?.()
    return given
  }
  return OTHERS.includes(kind) ? levelAtBest() : (await confine(level)).level
}

/** What of a run says how it is held; one that is prepared for has no id yet. */
type Placed = Pick<Run, 'level' | 'parent'> & { readonly id?: string }

export async function confinementFor(call: Call, plan: Pick<RunPlan, 'kind'>, run: Placed): Promise<Confinement> {
  return limited(await held(call, plan, run), limitsOf(call).resources)
}

/** What others wrote is held by walls; a person's own command has all of their rights, as has Furrow's own indexer. */
const OTHERS: readonly RunPlan['kind'][] = ['tool', 'gate', 'agent']

async function held(call: Call, { kind }: Pick<RunPlan, 'kind'>, { id, level, parent }: Placed): Promise<Confinement> {
  const agent = kind === 'index' ? undefined : agentAround(call, parent)
  if (agent !== undefined) return (await call.port(agentWalls))(call, agent)
  if (level === 'sandbox') return enclosed(call, id)
  if (!OTHERS.includes(kind)) return confine(level)
  const found = await confineGuarded(call)
  // A level that was recorded is never dropped.
  return level === 'namespace' && found.level !== level ? confine(level) : found
}

/** The workspace can be written, the system read; neither the person's folder nor the network is there. */
async function enclosed(call: Call, id?: string): Promise<Confinement<'sandbox'>> {
  const { env, home, workspace } = call
  const { root, repository } = workspace
  const folder = fs.realpathSync(env.HOME ?? os.homedir())
  return enclose({
    worktree: root,
    ...(repository.gitDir !== undefined && { gitFolder: repository.commonDir }),
    home: folder,
    furrowHome: home.dir,
    readable: programsBelow(folder, env.PATH ?? ''),
    network: false,
    isShared: () => otherSandboxes(call, id).length > 0,
  })
}

/** Of the same worktree, at work now. */
function otherSandboxes(call: Call, own: string | undefined): Run[] {
  const others = call.store.leases.alive(RUN_LEASE).filter(lease => lease.id !== own)
  return others.flatMap(lease => findRun(call, lease.id) ?? []).filter(({ level }) => level === 'sandbox')
}

/** Programs that the person has installed for themselves, Node with what belongs to it. */
function programsBelow(folder: string, searched: string): string[] {
  const places = [...searched.split(':'), path.dirname(path.dirname(process.execPath))]
  const own = places.filter(place => place.startsWith(`${folder}/`) && fs.existsSync(place))
  return [...new Set(own.map(place => fs.realpathSync(place)))]
}
