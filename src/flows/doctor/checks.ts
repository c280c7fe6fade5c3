import fs from 'node:fs'
import path from 'node:path'
import { lookAtMemory, repairMemory } from '../../memory/check.ts'
import { isRefused } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { adviseUpdate } from '../../store/installation/installation.ts'
import { readOwner } from '../../store/locks/ownership.ts'
import type { Call } from '../../workspace/call.ts'
import { PERSON_CONFIG, PROJECT_CONFIG, readConfig } from '../../workspace/config/read-config.ts'
import type { Finding } from '../model.ts'
import { lookAtAgents } from './agents.ts'
import { lookAtChanges, restoreChange } from './changes.ts'
import { lookAtConfinement } from './confinement.ts'
import { lookAtDecisions, renumberDecisions } from './decisions.ts'
import { forgetUnproven, lookAtJournal, lookAtLog, repairLog } from './log.ts'
import { lookForGit, lookForPrograms } from './programs.ts'
import { lookAtProjects } from './projects.ts'
import {
  lookAtBackups,
  lookAtBoard,
  lookAtRuns,
  lookAtSecrets,
  lookAtTokens,
  lookAtTools,
  lookAtTrust,
  lookAtWorktrees,
  restoreInHome,
  setRecordAside,
} from './records.ts'
import { lookAtSpec } from './specs.ts'
import { lookAtState, repairState } from './state.ts'

/** One thing to look at. A domain that can break registers its check here; `repair` mends what `look` called repairable. */
export interface DoctorCheck {
  readonly name: string
  look(call: Call): Promise<Omit<Finding, 'check' | 'repairable'>[]>
  repair?(call: Call, finding: Finding): Promise<string | undefined>
  /** Its warnings are about what a person wrote, and that stays as it is. */
  readonly leavesWarnings?: boolean
}

export const checks: readonly DoctorCheck[] = [
  { name: 'git', look: async call => [await lookForGit(call)] },
  { name: 'programs', look: async call => lookForPrograms(call) },
  { name: 'home', look: async call => lookAtHome(call), repair: async (_, finding) => closeToOthers(finding) },
  { name: 'owner', look: async call => lookAtOwner(call) },
  { name: 'state', look: async call => lookAtState(call), repair: repairState },
  { name: 'log', look: lookAtLog, repair: repairLog },
  { name: 'journal', look: lookAtJournal, repair: forgetUnproven },
  { name: 'config', look: async call => lookAtConfig(call), repair: restoreConfig, leavesWarnings: true },
  { name: 'memory', look: lookAtMemory, repair: repairMemory },
  { name: 'specs', look: async call => lookAtSpec(call), repair: restoreChange },
  { name: 'explorations', look: lookAtProjects, repair: restoreChange },
  { name: 'changes', look: async call => lookAtChanges(call), repair: restoreChange },
  { name: 'decisions', look: async call => lookAtDecisions(call), repair: renumberDecisions },
  { name: 'board', look: async call => lookAtBoard(call), repair: restoreChange },
  { name: 'tools', look: async call => lookAtTools(call), repair: restoreChange },
  { name: 'trust', look: async call => lookAtTrust(call), repair: restoreInHome },
  { name: 'secrets', look: lookAtSecrets, repair: restoreInHome },
  { name: 'tokens', look: async call => lookAtTokens(call) },
  { name: 'runs', look: async call => lookAtRuns(call), repair: setRecordAside },
  { name: 'worktrees', look: async call => lookAtWorktrees(call) },
  { name: 'backups', look: async call => lookAtBackups(call) },
  { name: 'confinement', look: lookAtConfinement },
  { name: 'installation', look: async () => lookAtInstallation() },
  { name: 'agents', look: async call => lookAtAgents(call) },
  { name: 'kept', look: async call => lookAtKept(call) },
  { name: 'leases', look: async call => lookAtLeases(call), repair: forgetLease },
]

function lookAtInstallation() {
  const { says, fix } = adviseUpdate()
  const message = fix === undefined ? says : `${says} To update it: \`${fix}\``
  return [{ level: 'ok' as const, message }]
}

function lookAtHome({ home }: Call) {
  if (!fs.existsSync(home.dir)) return [{ level: 'ok' as const, message: `${home.dir} is made when first needed.` }]
  const open = [home.dir, ...['state.db', 'token', 'tokens.json', PERSON_CONFIG].map(name => path.join(home.dir, name))]
    .filter(file => fs.existsSync(file) && (fs.statSync(file).mode & 0o077) !== 0)
    .map(file => ({
      level: 'problem' as const,
      message: `${file} can be read by others.`,
      target: file,
      fix: shell`furrow doctor repair`,
    }))
  return open.length > 0 ? open : [{ level: 'ok' as const, message: `${home.dir} is yours alone.` }]
}

async function closeToOthers({ target }: Finding) {
  if (target === undefined) return undefined
  fs.chmodSync(target, fs.statSync(target).isDirectory() ? 0o700 : 0o600)
  return `${target} is closed to others`
}

function lookAtOwner({ workspace, home }: Call) {
  try {
    const owner = readOwner(workspace.repository)
    if (owner === undefined || owner.home === home.dir)
      return [{ level: 'ok' as const, message: 'This home writes here.' }]
    return [
      {
        level: 'warning' as const,
        message: `The repository was last written through ${owner.home} on ${owner.host}.`,
        fix: shell`furrow doctor adopt-home`,
      },
    ]
  } catch (error) {
    return [problemFrom(error)]
  }
}

function lookAtConfig(call: Call) {
  try {
    const { project, person } = readConfig(call)
    const unknown = [project, person].flatMap(file =>
      file.unknown.map(key => ({
        level: 'warning' as const,
        message: `${file.path}: nothing reads ${key}.`,
        target: file.path,
      })),
    )
    const outdated = [project, person].flatMap(file =>
      file.outdated.map(({ key, says }) => ({
        level: 'warning' as const,
        message: `${file.path}: ${says}`,
        target: file.path,
        fix: file.scope === 'person' ? shell`furrow config unset-person ${key}` : shell`furrow config unset ${key}`,
      })),
    )
    return [{ level: 'ok' as const, message: 'Both config files can be read.' }, ...unknown, ...outdated]
  } catch (error) {
    return [{ ...problemFrom(error), fix: shell`furrow doctor repair` }]
  }
}

/** Puts the damaged file aside and brings back the last text that Furrow wrote, where there is one. */
async function restoreConfig(call: Call, { target }: Finding) {
  if (target === undefined) return undefined
  const mine = target === path.join(call.home.dir, PERSON_CONFIG)
  const root = mine ? call.home.dir : call.workspace.root
  const file = mine ? PERSON_CONFIG : PROJECT_CONFIG
  return call.store.transact({ ...call, operationId: `${call.operationId}-config` }, tx => {
    const files = tx.under(root)
    const damaged = files.read(file)
    if (damaged === undefined) return undefined
    const kept = call.store.keep(file, damaged.bytes)
    const last = call.store.lastWritten(root, file)
    if (last === undefined || last.equals(damaged.bytes)) files.remove(file)
    else files.write(file, last)
    tx.describe(`${file} restored after damage`)
    return `${file} is ${last === undefined ? 'removed' : 'as Furrow last wrote it'}; the damaged text is in ${kept}`
  })
}

function lookAtKept({ store }: Call) {
  const kept = fs.existsSync(store.keptFolder) ? fs.readdirSync(store.keptFolder) : []
  if (kept.length === 0) return [{ level: 'ok' as const, message: 'No text lost a conflict.' }]
  const message = `${kept.length} text${kept.length === 1 ? '' : 's'} that lost a conflict: see ${store.keptFolder}.`
  return [{ level: 'warning' as const, message, target: store.keptFolder }]
}

function lookAtLeases({ store }: Call) {
  const dead = store.leases.dead().filter(({ kind }) => kind !== 'run')
  if (dead.length === 0) return [{ level: 'ok' as const, message: 'No dead process is listed as at work.' }]
  return dead.map(({ id, kind, pid }) => ({
    level: 'warning' as const,
    message: `${kind} (process ${pid}) ended without saying so.`,
    target: id,
    fix: shell`furrow doctor repair`,
  }))
}

async function forgetLease({ store }: Call, { target }: Finding) {
  if (target !== undefined) store.leases.release(target)
  return target === undefined ? undefined : `${target} is forgotten`
}

function problemFrom(error: unknown) {
  if (!isRefused(error)) throw error
  const { message, target, fix } = error
  return {
    level: 'problem' as const,
    message,
    ...(target !== undefined && { target }),
    ...(fix !== undefined && { fix }),
  }
}
