import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { unifiedDiff } from '../../shared/diff.ts'
import { shell } from '../../shared/shell/shell.ts'
import { readInside } from '../../store/files/safe-open.ts'
import type { Transaction } from '../../store/journal/transaction.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { BUILT_IN_FOLDER, shippedFolder, shippedTools, TOOL_FILE, TOOLS, toolsFolder } from '../files/tool-folders.ts'
import type { Updated } from '../model.ts'
import * as contracts from './contracts.ts'
import { AUTHOR_KIT, filesHash, toolFilesOf } from './copy.ts'
import { type FileRefresh, isNewerShipped, refresh, type ShippedSet } from './refresh.ts'
import { forgetShipped, type Notes, noteShipped, type ReadToolFile, readNotes } from './shipped-notes.ts'

export const update = implement(() => contracts.update, {
  async run(call, { name, dry_run }) {
    if (dry_run) {
      await call.store.settled()
      const { steps } = planned(readingOf(call), name)
      return { ...told(steps), dry_run, kept_aside: steps.filter(({ edited }) => edited).map(shownFile) }
    }
    return call.store.transact(call, tx => {
      const { steps, sets } = planned(file => tx.read(file)?.bytes, name)
      const kept_aside = steps.flatMap(step => bring(call, tx, step) ?? [])
      noteShipped(tx, new Map(sets.flatMap(({ files }) => [...files].map(([file, bytes]) => [file, filesHash(bytes)]))))
      forgetShipped(tx, file => steps.some(step => step.file === file && step.after === undefined))
      for (const tool of new Set(steps.map(({ file }) => toolOf(file)))) tx.emit('tool', tool)
      tx.describe(name === undefined ? 'brought the tools up to date' : `brought the tool ${name} up to date`)
      return { ...told(steps), dry_run, kept_aside }
    })
  },
  render: renderUpdated,
})

/** The tools of this repository that came from an older Furrow. */
export function outdated(call: Call): string[] {
  const read = readingOf(call)
  const notes = readNotes(read)
  return addedSets(notes, read)
    .filter(set => isNewerShipped(set, notes))
    .map(({ name }) => name)
}

function planned(read: ReadToolFile, name: string | undefined): { sets: ShippedSet[]; steps: FileRefresh[] } {
  const notes = readNotes(read)
  const all = [...alwaysFresh(), ...addedSets(notes, read)]
  // A tool imports the kit from beside it, so the kit comes along.
  const sets = all.filter(set => name === undefined || set.name === name || set.name === AUTHOR_KIT)
  if (name !== undefined && !sets.some(set => set.name === name)) throw notFollowed(name, read)
  return { sets, steps: sets.flatMap(set => refresh(set, notes, file => read(`${TOOLS}/${file}`))) }
}

function alwaysFresh(): ShippedSet[] {
  const built = shippedTools().filter(({ name }) => BUILT_IN_FOLDER.includes(name))
  const kit = { name: AUTHOR_KIT, folder: path.join(shippedFolder(), AUTHOR_KIT) }
  return [kit, ...built].map(place => setOf(place, false))
}

function addedSets(notes: Notes, read: ReadToolFile): ShippedSet[] {
  const noted = new Set([...notes.keys()].map(toolOf))
  return shippedTools()
    .filter(({ name }) => noted.has(name) && !BUILT_IN_FOLDER.includes(name))
    .filter(({ name }) => read(`${TOOLS}/${name}/${TOOL_FILE}`) !== undefined)
    .map(place => setOf(place, true))
}

function setOf({ name, folder }: { name: string; folder: string }, added: boolean): ShippedSet {
  return { name, added, files: new Map(toolFilesOf(folder).map(({ path: file, bytes }) => [`${name}/${file}`, bytes])) }
}

function notFollowed(name: string, read: ReadToolFile) {
  const isOwn = read(`${TOOLS}/${name}/${TOOL_FILE}`) !== undefined
  return isOwn
    ? refuse('invalid_state', `${name} is this repository’s own; it follows no version of Furrow.`, {
        target: name,
        fix: shell`furrow tool info ${name}`,
      })
    : refuse('not_found', `There is no tool ${name} here that came with Furrow.`, {
        target: name,
        fix: shell`furrow tool add --list`,
      })
}

/** In a section; answers where what was edited is kept. */
function bring(call: Call, tx: Transaction, step: FileRefresh): string | undefined {
  const place = shownFile(step)
  const aside = step.edited && step.before !== undefined ? keepAside(tx, place, step.before) : undefined
  if (step.after === undefined) tx.remove(place, { prune: path.join(toolsFolder(call), toolOf(step.file)) })
  else tx.write(place, step.after)
  return aside
}

function keepAside(tx: Transaction, place: string, bytes: Uint8Array): string {
  for (let number = 1; ; number += 1) {
    const aside = `${place}.mine${number === 1 ? '' : `-${number}`}`
    if (tx.exists(aside)) continue
    tx.create(aside, bytes)
    return aside
  }
}

/** Bundled packages are no reading. */
const MOST_SHOWN = 100_000

function told(steps: readonly FileRefresh[]): Pick<Updated, 'written' | 'removed' | 'differences'> {
  return {
    written: steps.filter(({ after }) => after !== undefined).map(shownFile),
    removed: steps.filter(({ after }) => after === undefined).map(shownFile),
    differences: steps
      .filter(({ before }) => before !== undefined)
      .map(step => ({ path: shownFile(step), edited: step.edited, diff: diffOf(step) })),
  }
}

function diffOf({ file, before, after }: FileRefresh): string {
  const [old, fresh] = [before, after].map(bytes => Buffer.from(bytes ?? []).toString())
  if (Math.max(old?.length ?? 0, fresh?.length ?? 0) > MOST_SHOWN) return `${file} is too large to be shown.`
  return unifiedDiff(old ?? '', fresh ?? '', file)
}

function renderUpdated({ dry_run, written, removed, kept_aside: aside, differences }: Updated): string {
  if (written.length + removed.length === 0) return 'Everything is up to date.'
  return [
    ...written.map(file => `- ${dry_run ? 'would write' : 'wrote'} ${file}`),
    ...removed.map(file => `- ${dry_run ? 'would remove' : 'removed'} ${file}`),
    ...aside.map(file => `- ${dry_run ? `you changed ${file}; it would be kept aside` : `yours is kept as ${file}`}`),
    ...differences.flatMap(({ diff }) => ['', '```diff', diff, '```']),
    '',
    dry_run ? 'Do it: furrow tool update' : 'Changed tools ask for your trust again: furrow trust',
  ].join('\n')
}

/** `build` of `build/tool.ts` */
function toolOf(file: string): string {
  return file.split('/')[0] ?? ''
}

function shownFile({ file }: FileRefresh): string {
  return `${TOOLS}/${file}`
}

function readingOf({ workspace }: Call): ReadToolFile {
  return file => readInside(workspace.root, file)
}
