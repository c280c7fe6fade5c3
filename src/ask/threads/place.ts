import path from 'node:path'
import { INTERACTIONS, interactionsFolder, makeKept } from '../../runs/folder.ts'
import { folderNameOf } from '../../runs/shelf.ts'
import type { Call } from '../../workspace/call.ts'

type Where = Pick<Call, 'workspace' | 'home'>

/** Where the threads of a tool are: beside its runs, of the main worktree or of the home. */
export interface ThreadPlace {
  readonly root: string
  /** Below the root. */
  readonly folder: string
  readonly trash: string
  readonly tool: string
}

export function placeOf(call: Where, tool: string): ThreadPlace {
  const { mainWorktree, id } = call.workspace.repository
  const root = mainWorktree ?? path.join(call.home.dir, 'repos', id)
  const base = mainWorktree === undefined ? 'tool-interactions' : INTERACTIONS
  const folder = `${base}/${folderNameOf(tool)}`
  return { root, folder, trash: `${folder}/.trash`, tool }
}

/** Made for the person alone, and kept out of git, before the first thread is written. */
export function makePlace(call: Where, { tool }: ThreadPlace): void {
  const folder = path.join(interactionsFolder(call), folderNameOf(tool))
  makeKept(call, folder)
}

export function fileOf({ folder }: ThreadPlace, id: string): string {
  return `${folder}/${id}.yaml`
}

export function trashOf({ trash }: ThreadPlace, id: string): string {
  return `${trash}/${id}.yaml`
}
