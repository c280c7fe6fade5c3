import fs from 'node:fs'
import path from 'node:path'
import { isRefused } from '../../operation/errors.ts'
import { whyNotId } from '../../operation/names/naming.ts'
import { resolveInside } from '../../store/files/contain.ts'
import { packageRoot } from '../../store/installation/package-root.ts'
import type { WorkspaceContext } from '../../workspace/call.ts'

export const TOOLS = '.sdlc/tools'
export const TOOL_FILE = 'tool.ts'

/** They come with Furrow and follow its version. */
export const BUILT_IN_FOLDER: readonly string[] = ['ama', 'quality-check']

/** A folder with a tool in it. */
export interface ToolPlace {
  readonly name: string
  readonly folder: string
  /** The folder of tools that it is in; `_shared` is beside it. */
  readonly base: string
  readonly source: 'repository' | 'package'
}

/** What the user of a built-in tool owns beside it, and what the tool makes for itself: no part of its code. */
const APART: Readonly<Record<string, readonly string[]>> = { ama: ['config.yaml', 'index'] }

export function isReservedFolder(folder: string, name: string): boolean {
  return APART[path.basename(folder)]?.includes(name) === true
}

/**
 * The tools of this worktree, then the built-in ones that it has no copy of. Of a folder that the caller knows to be as
 * it was, its file is not looked at again.
 */
export function toolPlaces(
  call: WorkspaceContext,
  isAsBefore: (folder: string, base: string) => boolean = () => false,
): ToolPlace[] {
  const own = placesIn(toolsFolder(call), 'repository', isAsBefore)
  return [...own, ...shippedPlaces().filter(({ name }) => !own.some(tool => tool.name === name))].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )
}

/** Folders of this worktree that hold a `tool.ts` and have a name that no tool can have; those with `_` are for what tools share. */
export function misnamedTools(call: WorkspaceContext): { readonly name: string; readonly why: string }[] {
  const base = toolsFolder(call)
  if (!fs.existsSync(base)) return []
  return fs
    .readdirSync(base)
    .filter(name => !name.startsWith('_') && fs.existsSync(path.join(base, name, TOOL_FILE)))
    .flatMap(name => {
      const why = whyNotToolName(name)
      return why === undefined ? [] : [{ name, why }]
    })
}

/** The same for one name, without a look at the others. */
export function toolPlace(call: WorkspaceContext, name: string): ToolPlace | undefined {
  if (whyNotToolName(name) !== undefined) return undefined
  const base = toolsFolder(call)
  const entry = fs.lstatSync(path.join(base, name), { throwIfNoEntry: false })
  const own = entry === undefined ? [] : toolPlacesIn(base, { name, entry, source: 'repository' })
  return own[0] ?? shippedPlaces().find(each => each.name === name)
}

/** Furrow's own files stay as they are while it runs. */
function shippedPlaces(): readonly ToolPlace[] {
  builtIn ??= placesIn(shippedFolder(), 'package').filter(({ name }) => BUILT_IN_FOLDER.includes(name))
  return builtIn
}

let builtIn: readonly ToolPlace[] | undefined

export function toolsFolder({ workspace }: WorkspaceContext): string {
  return path.join(workspace.root, TOOLS)
}

/** What can be added to a repository, the built-in tools and the author's kit included; their packages are in them. */
export function shippedFolder(): string {
  return path.join(packageRoot(), 'dist/tools')
}

export function shippedTools(): ToolPlace[] {
  return placesIn(shippedFolder(), 'package')
}

/** Why a name can be none of a tool. */
export function whyNotToolName(name: string): string | undefined {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name)) return 'may hold lower case letters, digits and hyphens only'
  if (name === 'run' || name === 'runs') return 'is reserved'
  return name.length > 60 ? 'is longer than 60 characters' : whyNotId(name)
}

function placesIn(
  base: string,
  source: ToolPlace['source'],
  isAsBefore: (folder: string, base: string) => boolean = () => false,
): ToolPlace[] {
  if (!fs.existsSync(base)) return []
  return fs.readdirSync(base, { withFileTypes: true }).flatMap(entry => {
    const { name } = entry
    if (!isToolName(name)) return []
    const folder = `${base}${path.sep}${name}`
    const isKnown = entry.isDirectory() && isAsBefore(folder, base)
    return isKnown ? [{ name, folder, base, source }] : toolPlacesIn(base, { name, entry, source })
  })
}

/** Asked about every folder at every listing; a name stays what it is. */
function isToolName(name: string): boolean {
  const known = names.get(name) ?? whyNotToolName(name) === undefined
  if (names.size < MOST_NAMES) names.set(name, known)
  return known
}

const names = new Map<string, boolean>()
const MOST_NAMES = 10_000

interface ToolFolderEntry extends Pick<ToolPlace, 'name' | 'source'> {
  readonly entry: Pick<fs.Dirent, 'isDirectory' | 'isSymbolicLink'>
}

function toolPlacesIn(base: string, { name, entry, source }: ToolFolderEntry): ToolPlace[] {
  if (!(entry.isDirectory() || entry.isSymbolicLink())) return []
  const folder = path.join(base, name)
  const file = fs.lstatSync(path.join(folder, TOOL_FILE), { throwIfNoEntry: false })
  if (file === undefined) return []
  const isPlain = entry.isDirectory() && file.isFile()
  return isPlain || staysInside(base, name) ? [{ name, folder, base, source }] : []
}

/** What goes through a link counts only where it leads. */
function staysInside(base: string, name: string): boolean {
  try {
    resolveInside(base, `${name}/${TOOL_FILE}`)
    return true
  } catch (error) {
    if (isRefused(error)) return false
    throw error
  }
}
