import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Call } from '../workspace/call.ts'
import { limitsOf } from './limits.ts'
import type { Run } from './model.ts'
import type { RunPlan } from './plan.ts'
import { enclose } from './spawn/enclose.ts'
import { confineGuarded } from './spawn/guard.ts'
import { type Confinement, confine, limited } from './spawn/sandbox.ts'
import { levelAtBest } from './spawn/shield.ts'

/** What the system gives is found out once, by starting something; whoever prepares a run need not wait for it then. */
export function probeAhead(): void {
  void levelAtBest()
}

/** The level that the run will have, known before anything is recorded. */
export async function levelFor(call: Call, { kind, level = 'best' }: RunPlan): Promise<Run['level']> {
  if (level === 'sandbox') return (await enclosed(call)).level
  return OTHERS.includes(kind) ? levelAtBest() : (await confine(level)).level
}

export async function confinementFor(call: Call, plan: RunPlan, level: Run['level']): Promise<Confinement> {
  return limited(await held(call, plan, level), limitsOf(call).resources)
}

/** What others wrote is held by walls; a person's own command has all of their rights. */
const OTHERS: readonly RunPlan['kind'][] = ['tool', 'gate', 'agent']

async function held(call: Call, { kind }: RunPlan, level: Run['level']): Promise<Confinement> {
  if (level === 'sandbox') return enclosed(call)
  if (!OTHERS.includes(kind)) return confine(level)
  const found = await confineGuarded(call.home)
  // A level that was recorded is never dropped.
  return level === 'namespace' && found.level !== level ? confine(level) : found
}

/** The workspace can be written, the system read; neither the person's folder nor the network is there. */
async function enclosed({ env, home, workspace }: Call): Promise<Confinement<'sandbox'>> {
  const { root, repository } = workspace
  const folder = fs.realpathSync(env.HOME ?? os.homedir())
  return enclose({
    worktree: root,
    ...(repository.gitDir !== undefined && { gitFolder: repository.commonDir }),
    home: folder,
    furrowHome: home.dir,
    readable: programsBelow(folder, env.PATH ?? ''),
    network: false,
  })
}

/** Programs that the person has installed for themselves, Node with what belongs to it. */
function programsBelow(folder: string, searched: string): string[] {
  const places = [...searched.split(':'), path.dirname(path.dirname(process.execPath))]
  const own = places.filter(place => place.startsWith(`${folder}/`) && fs.existsSync(place))
  return [...new Set(own.map(place => fs.realpathSync(place)))]
}
