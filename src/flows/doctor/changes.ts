import path from 'node:path'
import {
  CHANGES,
  type ChangeFiles,
  type ChangeFolder,
  type Files,
  HISTORY,
  readChangeFolder,
} from '../../changes/record/change-files.ts'
import { markersIn } from '../../changes/record/merge-markers.ts'
import { isRefused } from '../../operation/errors.ts'
import { slug } from '../../operation/names/naming.ts'
import { shell } from '../../shared/shell/shell.ts'
import { SPEC_FILE } from '../../specs/spec-file.ts'
import { runGit } from '../../store/git/git-run.ts'
import type { Transaction } from '../../store/journal/transaction.ts'
import type { Call } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import type { Finding } from '../model.ts'
import { changeIn, mergedChange } from './merged-change.ts'
import { mergedSpec } from './merged-spec.ts'
import { partChanges } from './parted-changes.ts'

export function lookAtChanges(call: Call) {
  const files = filesOf(call)
  const { kept, damaged } = readChangeFolder(files, { history: true })
  const found = [
    ...severalActive(kept),
    ...kept.flatMap(each =>
      textMarkers(files, each).map(({ message, fix }) => ({ level: 'problem' as const, message, fix })),
    ),
    ...damagedOf(call, damaged),
    ...withoutRecord(call, files),
  ]
  return found.length > 0 ? found : [{ level: 'ok' as const, message: `${kept.length} changes can be read.` }]
}

/** Those in decisions are another check's to name. */
function textMarkers(files: Files, each: ChangeFiles) {
  return markersIn(files, each).filter(({ path }) => !path.startsWith(`${each.folder}/adrs/`))
}

function damagedOf(call: Call, damaged: ChangeFolder['damaged']) {
  return damaged.map(({ path: target, message }) => ({
    level: 'problem' as const,
    message,
    target,
    fix: isMended(call, target) ? shell`furrow doctor repair` : shell`git log -- ${target}`,
  }))
}

/** Stages without the record that they belong to: it was removed, or it is on another branch. */
function withoutRecord(call: Call, files: Files) {
  return files.list(CHANGES).flatMap(id => {
    const [folder, target] = [`${CHANGES}/${id}`, `${CHANGES}/${id}/change.json`]
    const names = filesIn(files, folder)
    if (names.includes('change.json') || !names.some(name => name.endsWith('.md'))) return []
    const isKnown = call.store.lastWritten(call.workspace.root, target) !== undefined
    const message = `${target} is not there, so ${id} is not listed. It was removed, or it is on another branch.`
    const fix = isKnown ? shell`furrow doctor repair` : shell`git log --all -- ${target}`
    return [{ level: 'warning' as const, message, target, fix }]
  })
}

/** A plain file beside the folders has none. */
function filesIn(files: Files, folder: string): readonly string[] {
  try {
    return files.list(folder)
  } catch (error) {
    if (isRefused(error)) return []
    throw error
  }
}

function isMended(call: Call, target: string): boolean {
  if (isFinished(target) || call.store.lastWritten(call.workspace.root, target) !== undefined) return true
  const damaged = filesOf(call).read(target)
  return damaged !== undefined && mergedChange(damaged.bytes, target) !== undefined
}

/** A merge of two clones brings a second one; only a person or an agent can say which is worked on. */
function severalActive(kept: readonly ChangeFiles[]) {
  const ids = kept.filter(({ change }) => change.status === 'active').map(({ change }) => change.id)
  const [first = ''] = ids
  const message = `${ids.join(' and ')} are all active, and one change is worked on at a time: switch to one.`
  return ids.length < 2 ? [] : [{ level: 'problem' as const, message, fix: shell`furrow change switch ${first}` }]
}

/** Nothing waits for a change in the history, so its record can be set aside where it cannot be restored. */
function isFinished(target: string): boolean {
  return target.startsWith(`${HISTORY}/`)
}

/** Joins the sides of a merge, or brings back what was written last. Without either, an open change waits for a person. */
export async function restoreChange(call: Call, { target }: Finding): Promise<string | undefined> {
  if (target === undefined) return undefined
  const last = call.store.lastWritten(call.workspace.root, target) ?? (await committed(call, target))
  return call.store.transact({ ...call, operationId: `${call.operationId}-${slug(target)}` }, tx => {
    const damaged = tx.read(target)
    if (damaged === undefined) return bringBack(tx, target, last)
    const parted = partChanges(call, tx, target)
    if (parted !== undefined) return parted
    const isSpec = target === SPEC_FILE
    const merged = isSpec ? mergedSpec(tx, damaged.bytes) : mergedChange(damaged.bytes, target)
    const whole = merged ?? last
    if (whole === undefined || whole.equals(damaged.bytes)) return setAside(call, tx, target)
    const kept = call.store.keep(target, damaged.bytes)
    tx.write(target, whole)
    tx.describe(`${target} restored after damage`)
    const says =
      merged === undefined
        ? 'is as it was last written'
        : `has the ${isSpec ? 'finished stages and the ids' : 'decisions'} of both sides${isSpec ? '' : ' and the later stages'}`
    return `${target} ${says}; the damaged text is in ${kept}`
  })
}

function bringBack(tx: Transaction, target: string, last: Buffer | undefined): string | undefined {
  if (last === undefined || !target.startsWith(`${CHANGES}/`)) return undefined
  tx.create(target, last)
  tx.describe(`${target} restored after it was removed`)
  return `${target} is there again, as it was last written`
}

/** The record in the last commit, where it is whole there. */
async function committed({ workspace: { root, repository } }: Call, target: string): Promise<Buffer | undefined> {
  if (repository.gitDir === undefined) return undefined
  const { code, stdout } = await runGit(root, ['show', `HEAD:${target}`], { answers: [128], encoding: 'latin1' })
  const bytes = Buffer.from(stdout, 'latin1')
  return code === 0 && changeIn(bytes, target) !== undefined ? bytes : undefined
}

/** The stages stay where they are; only the record goes, and is kept. */
function setAside(call: Call, tx: Transaction, target: string): string | undefined {
  const damaged = tx.read(target)
  if (damaged === undefined || !isFinished(target)) return undefined
  const kept = call.store.keep(target, damaged.bytes)
  tx.remove(target)
  tx.describe(`${target} set aside because it cannot be read`)
  return `${target} is set aside in ${kept}; the texts of its stages are still in ${path.dirname(target)}`
}
