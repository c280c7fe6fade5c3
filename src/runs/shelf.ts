import fs from 'node:fs'
import path from 'node:path'
import type { Call } from '../workspace/call.ts'
import { interactionsFolder, makeKept, runsFolder } from './folder.ts'
import { type Format, interactionFormat, jsonFormat } from './formats.ts'
import type { Run } from './model.ts'
import { makePassingFolder, passingFolder } from './passing.ts'

export type Place = Pick<Call, 'workspace' | 'home'>

/** A folder of records of one kind, each beside its log. */
export interface Shelf {
  readonly folder: string
  readonly format: Format
  /** The tool whose runs these are. */
  readonly tool?: string
}

/** Where a new run is recorded: tools by their name, everything else together. Made when it is not there. */
export function makeShelf(place: Place, run: Pick<Run, 'tool'>): Shelf {
  const shelf = shelfFor(place, run)
  if (run.tool?.passing === true) makePassingFolder(shelf.folder)
  else makeKept(place, shelf.folder)
  return shelf
}

/** Where the record of a run is; where it would be if it were a command when there is none. */
export function shelfOf(place: Place, id: string): Shelf {
  const plain = { folder: runsFolder(place), format: jsonFormat }
  if (fs.existsSync(recordOn(plain, id))) return plain
  return toolShelves(place).find(shelf => fs.existsSync(recordOn(shelf, id))) ?? plain
}

export function shelves(place: Place): Shelf[] {
  return [{ folder: runsFolder(place), format: jsonFormat }, ...toolShelves(place)]
}

export function shelfFor(place: Place, { tool }: Pick<Run, 'tool'>): Shelf {
  if (tool === undefined) return { folder: runsFolder(place), format: jsonFormat }
  const base = tool.passing === true ? passingFolder(place) : interactionsFolder(place)
  return shelfIn(base, tool.name)
}

export function recordOn({ folder, format }: Shelf, id: string): string {
  return path.join(folder, `${id}${format.extension}`)
}

/** Where the output of a run and its attachments are, beside its record. */
export function logFolder(place: Place, id: string): string {
  return path.join(shelfOf(place, id).folder, id)
}

/** The folder of a recipe is named without the colon that other systems do not take. */
export function folderNameOf(tool: string): string {
  return tool.replaceAll(':', '@')
}

function toolShelves(place: Place): Shelf[] {
  return [interactionsFolder(place), passingFolder(place)].flatMap(base =>
    foldersIn(base).map(name => shelfIn(base, name.replaceAll('@', ':'))),
  )
}

function shelfIn(base: string, tool: string): Shelf {
  return { folder: path.join(base, folderNameOf(tool)), format: interactionFormat, tool }
}

function foldersIn(folder: string): string[] {
  if (!fs.existsSync(folder)) return []
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap(entry => (entry.isDirectory() ? [entry.name] : []))
}
