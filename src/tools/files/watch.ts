import fs from 'node:fs'
import path from 'node:path'
import { hasCode } from '../../store/files/io-refusal.ts'
import type { Call } from '../../workspace/call.ts'
import { READERS } from '../recipes/read-recipes.ts'
import { toolsFolder } from './tool-folders.ts'

/** Editors write a file in several steps; one word about all of them is enough. */
const QUIET_MS = 100
const MOST_FOLDERS = 500

/**
 * Calls back when somebody changed a tool or a recipe, with whatever program. It says nothing more than that: who
 * listens looks again. While nothing changes it costs nothing.
 */
export function watchTools(call: Pick<Call, 'workspace'>, changed: () => void): Disposable {
  let watches: fs.FSWatcher[] = []
  let soon: NodeJS.Timeout | undefined
  let isOver = false
  const close = () => {
    for (const watch of watches) watch.close()
    watches = []
  }
  const look = () => {
    clearTimeout(soon)
    soon = setTimeout(() => {
      // A new folder has to be watched too.
      open()
      changed()
    }, QUIET_MS).unref()
  }
  const open = () => {
    close()
    if (isOver) return
    watches = placesOf(call).flatMap(({ folder, names }) => watchFolder(folder, names, look))
  }
  open()
  return {
    [Symbol.dispose]() {
      isOver = true
      clearTimeout(soon)
      close()
    },
  }
}

interface WatchedFolder {
  readonly folder: string
  /** The names in it that count; all when left out. */
  readonly names?: ReadonlySet<string>
}

function placesOf(call: Pick<Call, 'workspace'>): WatchedFolder[] {
  const { root } = call.workspace
  const recipes = READERS.flatMap(({ files }) => files.filter(file => !file.includes('/')))
  return [
    { folder: root, names: new Set(['.sdlc', '.npmrc', ...recipes]) },
    { folder: path.join(root, '.sdlc'), names: new Set(['tools', 'config.yaml']) },
    ...foldersBelow(toolsFolder(call)).map(folder => ({ folder })),
  ]
}

function foldersBelow(base: string): string[] {
  const folders = [base]
  for (let at = 0; at < folders.length && folders.length < MOST_FOLDERS; at += 1) {
    const folder = folders[at] ?? ''
    folders.push(...subfolders(folder))
  }
  return folders.slice(0, MOST_FOLDERS)
}

function subfolders(folder: string): string[] {
  try {
    const entries = fs.readdirSync(folder, { withFileTypes: true })
    return entries
      .filter(entry => entry.isDirectory() && entry.name !== 'node_modules')
      .map(({ name }) => path.join(folder, name))
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR') || hasCode(error, 'EACCES')) return []
    throw error
  }
}

/** Where the system has no watch left to give, or there is no such folder, nobody hears of it. */
function watchFolder(folder: string, names: ReadonlySet<string> | undefined, look: () => void): fs.FSWatcher[] {
  try {
    const watch = fs.watch(folder, { persistent: false }, (_, name) => {
      if (names === undefined || name === null || names.has(name)) look()
    })
    return [watch.on('error', () => watch.close())]
  } catch (error) {
    if (['ENOSPC', 'EMFILE', 'ENFILE', 'ENOENT', 'ENOTDIR', 'EACCES'].some(code => hasCode(error, code))) return []
    throw error
  }
}
