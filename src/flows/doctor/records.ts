import fs from 'node:fs'
import path from 'node:path'
import { readThreadFile } from '../../ask/threads/thread-files.ts'
import { readCardFolder } from '../../board/entities.ts'
import { escalations } from '../../board/escalations/model.ts'
import { features } from '../../board/features/model.ts'
import { feedback } from '../../board/feedback/model.ts'
import { investigations } from '../../board/investigations/model.ts'
import { milestones, uatRuns } from '../../board/milestones/model.ts'
import { ponders } from '../../board/ponders/model.ts'
import { isRefused } from '../../operation/errors.ts'
import { slug } from '../../operation/names/naming.ts'
import { allRecordFolders, type RecordFolder, recordOn } from '../../runs/record/record-files.ts'
import { runsFolder } from '../../runs/record/record-folders.ts'
import { findRun, idsOn, readRunRecord } from '../../runs/record/records.ts'
import { AGENT_WORKTREES } from '../../runs/record/retention.ts'
import { viewAll } from '../../secrets/view-secrets.ts'
import { type ShellText, shell } from '../../shared/shell/shell.ts'
import { syncFolder } from '../../store/files/files.ts'
import { readBytes } from '../../store/files/read-file.ts'
import { readNotes } from '../../tools/lifecycle/shipped-notes.ts'
import type { Call } from '../../workspace/call.ts'
import { listTokens } from '../../workspace/tokens/tokens.ts'
import { readPins } from '../../workspace/trust/pins.ts'
import { filesAt, filesOf } from '../../workspace/workspace-files.ts'
import { listBackups } from '../backup/read-backups.ts'
import type { Finding } from '../model.ts'

interface DamagedFile {
  readonly path: string
  readonly message: string
}

type RecordFinding = Omit<Finding, 'check' | 'repairable'>

const REPAIR = shell`furrow doctor repair`

export function lookAtBoard(call: Call): RecordFinding[] {
  const files = filesOf(call)
  const uat = readCardFolder(files, milestones).entries.map(({ id }) => uatRuns(id))
  const shelved = [features, ponders, investigations, feedback, milestones, escalations, ...uat]
  const problems = shelved.flatMap(kind => readCardFolder(files, kind).problems)
  return toldOf(problems, 'Every card of the board can be read.', ({ path: file }) =>
    call.store.lastWritten(call.workspace.root, file) === undefined ? shell`git log -- ${file}` : REPAIR,
  )
}

/** What Furrow knows to have written among the tools. */
export function lookAtTools(call: Call): RecordFinding[] {
  try {
    const files = filesOf(call)
    readNotes(file => files.read(file)?.bytes)
    return [{ level: 'ok', message: 'What Furrow wrote among the tools is known.' }]
  } catch (error) {
    if (!isRefused(error) || error.target === undefined) throw error
    const known = call.store.lastWritten(call.workspace.root, error.target) !== undefined
    const fix = known ? REPAIR : shell`git log -- ${error.target}`
    return [{ level: 'problem', message: error.message, target: error.target, fix }]
  }
}

/** What was trusted, and who may use which secret: brought back as Furrow last wrote it. */
export function lookAtTrust(call: Call): RecordFinding[] {
  try {
    readPins(call)
    return [{ level: 'ok', message: 'The list of what is trusted can be read.' }]
  } catch (error) {
    if (!isRefused(error) || error.target === undefined) throw error
    const fix = isJournalled(call, error.target) ? REPAIR : shell`furrow trust status`
    return [{ level: 'problem', message: error.message, target: error.target, fix }]
  }
}

/** Sealed secrets and their key cannot be guessed: only a backup brings them back. */
export async function lookAtSecrets(call: Call): Promise<RecordFinding[]> {
  const { problems, secrets } = await viewAll(call)
  return toldOf(problems, `${secrets.length} secrets can be opened.`, ({ path: file }) =>
    isJournalled(call, file) ? REPAIR : shell`furrow backup list`,
  )
}

export function lookAtTokens(call: Call): RecordFinding[] {
  const damaged = listTokens(call.home).flatMap(entry => (entry.kind === 'damaged' ? [entry] : []))
  if (damaged.length === 0) return [{ level: 'ok', message: 'Every token can be read.' }]
  return damaged.map(({ name, problem }) => ({
    level: 'problem',
    message: problem,
    target: path.join(call.home.dir, 'tokens', `${name}.json`),
    fix: shell`furrow token revoke ${name}`,
  }))
}

/** Records of runs and interactions, and the threads that lie beside them. */
export function lookAtRuns(call: Call): RecordFinding[] {
  const damaged = allRecordFolders(call).flatMap(shelf => idsOn(shelf).flatMap(id => damageOf(call, shelf, id)))
  return toldOf(damaged, 'Every record of a run and every thread can be read.', () => REPAIR)
}

function damageOf(call: Call, shelf: RecordFolder, id: string): DamagedFile[] {
  const row = readRunRecord(call, id, shelf)
  if (row !== undefined) return 'problem' in row ? [row.problem] : []
  const file = recordOn(shelf, id)
  const thread = readThreadFile(filesAt(shelf.folder), path.basename(file), id)
  return thread !== undefined && 'problem' in thread ? [{ path: file, message: thread.problem.message }] : []
}

/** Nothing writes a record a second time, so there is no earlier text: it is put aside, and lists are whole again. */
export async function setRecordAside(call: Call, { target }: Finding): Promise<string | undefined> {
  if (target === undefined) return undefined
  return call.store.exclusively(() => {
    const bytes = readBytes(target)
    if (bytes === undefined) return undefined
    const kept = call.store.keep(path.basename(target), bytes)
    fs.rmSync(target)
    syncFolder(path.dirname(target))
    return `${target} is put aside; its text is in ${kept}`
  })
}

/** A worktree whose run is not known any more belongs to nobody. */
export function lookAtWorktrees(call: Call): RecordFinding[] {
  const folder = path.join(runsFolder(call), AGENT_WORKTREES)
  const left = fs.existsSync(folder) ? fs.readdirSync(folder).filter(id => findRun(call, id) === undefined) : []
  if (left.length === 0) return [{ level: 'ok', message: 'No worktree of an agent is left over.' }]
  return left.map(id => ({
    level: 'warning',
    message: `${path.join(folder, id)} was the worktree of a run that is not there any more; look before it goes.`,
    target: path.join(folder, id),
    fix: shell`git worktree remove --force ${path.join(folder, id)}`,
  }))
}

export function lookAtBackups(call: Call): RecordFinding[] {
  const backups = listBackups(call)
  const damaged = backups.flatMap(({ id, folder, problem }) => (problem === undefined ? [] : [{ id, folder, problem }]))
  if (damaged.length === 0) return [{ level: 'ok', message: `${backups.length} backups are there.` }]
  return damaged.map(({ id, folder, problem }) => ({
    level: 'warning',
    message: `The backup ${id} is damaged and brings nothing back: ${problem}`,
    target: folder,
    fix: shell`furrow backup`,
  }))
}

/** A file of the person's home as Furrow last wrote it; the damaged text is kept. */
export async function restoreInHome(call: Call, { target }: Finding): Promise<string | undefined> {
  if (target === undefined || !isJournalled(call, target)) return undefined
  const file = path.relative(call.home.dir, target)
  return call.store.transact({ ...call, operationId: `${call.operationId}-${slug(file)}` }, tx => {
    const files = tx.under(call.home.dir)
    const [last, damaged] = [call.store.lastWritten(call.home.dir, file), files.read(file)]
    if (last === undefined || damaged === undefined || last.equals(damaged.bytes)) return undefined
    const kept = call.store.keep(file, damaged.bytes)
    files.write(file, last, { mode: 0o600 })
    tx.describe(`${file} restored after damage`)
    return `${target} is as Furrow last wrote it; the damaged text is in ${kept}`
  })
}

function isJournalled({ store, home }: Call, file: string): boolean {
  return store.lastWritten(home.dir, path.relative(home.dir, file)) !== undefined
}

function toldOf(
  damaged: readonly DamagedFile[],
  well: string,
  fixOf: (damage: DamagedFile) => ShellText,
): RecordFinding[] {
  if (damaged.length === 0) return [{ level: 'ok', message: well }]
  return damaged.map(damage => ({
    level: 'problem',
    message: damage.message,
    target: damage.path,
    fix: fixOf(damage),
  }))
}
