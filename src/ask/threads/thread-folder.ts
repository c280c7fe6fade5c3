import path from 'node:path'
import { folderNameOf } from '../../runs/record/record-files.ts'
import { INTERACTIONS, interactionsFolder, makePrivateFolder } from '../../runs/record/record-folders.ts'
import type { StorageContext } from '../../workspace/call.ts'

/** Where the threads of a tool are: beside its runs, of the main worktree or of the home. */
export interface ThreadFolder {
  readonly root: string
  /** Below the root. */
  readonly folder: string
  readonly trash: string
  readonly tool: string
}

export function threadFolderOf(call: StorageContext, tool: string): ThreadFolder {
  const { mainWorktree, id } = call.workspace.repository
  const root = mainWorktree ?? path.join(call.home.dir, 'repos', id)
  const base = mainWorktree === undefined ? 'tool-interactions' : INTERACTIONS
  const folder = `${base}/${folderNameOf(tool)}`
  return { root, folder, trash: `${folder}/.trash`, tool }
}

/** Made for the person alone, and kept out of git, before the first thread is written. */
export function makeThreadFolder(call: StorageContext, { tool }: ThreadFolder): void {
  const folder = path.join(interactionsFolder(call), folderNameOf(tool))
  makePrivateFolder(call, folder)
}

export function fileOf({ folder }: ThreadFolder, id: string): string {
  return `${folder}/${id}.yaml`
}

export function trashOf({ trash }: ThreadFolder, id: string): string {
  return `${trash}/${id}.yaml`
}
