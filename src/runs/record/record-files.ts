import fs from 'node:fs'
import path from 'node:path'
import type { StorageContext } from '../../workspace/call.ts'
import type { Run } from '../model.ts'
import { ephemeralFolder, makeEphemeralFolder } from './ephemeral-folder.ts'
import { interactionsFolder, makePrivateFolder, runsFolder } from './record-folders.ts'
import { interactionFormat, jsonFormat, type RecordFormat } from './record-formats.ts'

/** A folder of records of one kind, each beside its log. */
export interface RecordFolder {
  readonly folder: string
  readonly format: RecordFormat
  /** The tool whose runs these are. */
  readonly tool?: string
}

/** Where a new run is recorded: tools by their name, everything else together. Made when it is not there. */
export function recordFolderForRun(place: StorageContext, run: Pick<Run, 'tool'>): RecordFolder {
  const shelf = recordFolderFor(place, run)
  if (run.tool?.passing === true) makeEphemeralFolder(shelf.folder)
  else makePrivateFolder(place, shelf.folder)
  return shelf
}

/** Where the record of a run is; where it would be if it were a command when there is none. */
export function recordFolderOf(place: StorageContext, id: string): RecordFolder {
  const plain = { folder: runsFolder(place), format: jsonFormat }
  if (fs.existsSync(recordOn(plain, id))) return plain
  return toolShelves(place).find(shelf => fs.existsSync(recordOn(shelf, id))) ?? plain
}

export function allRecordFolders(place: StorageContext): RecordFolder[] {
  return [{ folder: runsFolder(place), format: jsonFormat }, ...toolShelves(place)]
}

export function recordFolderFor(place: StorageContext, { tool }: Pick<Run, 'tool'>): RecordFolder {
  if (tool === undefined) return { folder: runsFolder(place), format: jsonFormat }
  const base = tool.passing === true ? ephemeralFolder(place) : interactionsFolder(place)
  return shelfIn(base, tool.name)
}

export function recordOn({ folder, format }: RecordFolder, id: string): string {
  return path.join(folder, `${id}${format.extension}`)
}

/** Where the output of a run and its attachments are, beside its record. */
export function logFolder(place: StorageContext, id: string): string {
  return path.join(recordFolderOf(place, id).folder, id)
}

/** The folder of a recipe is named without the colon that other systems do not take. */
export function folderNameOf(tool: string): string {
  return tool.replaceAll(':', '@')
}

function toolShelves(place: StorageContext): RecordFolder[] {
  return [interactionsFolder(place), ephemeralFolder(place)].flatMap(base =>
    foldersIn(base).map(name => shelfIn(base, name.replaceAll('@', ':'))),
  )
}

function shelfIn(base: string, tool: string): RecordFolder {
  return { folder: path.join(base, folderNameOf(tool)), format: interactionFormat, tool }
}

function foldersIn(folder: string): string[] {
  if (!fs.existsSync(folder)) return []
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap(entry => (entry.isDirectory() ? [entry.name] : []))
}
