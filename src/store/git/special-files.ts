import fs from 'node:fs'
import path from 'node:path'
import { hasCode } from '../files/io-refusal.ts'

/** What is not a regular file, a folder or a link: whoever opens it may wait without end. */
export interface SpecialFile {
  /** Below the folder that was searched, with `/`. */
  readonly path: string
  readonly kind: 'a named pipe' | 'a socket' | 'a device' | 'a repository' | 'a name of git'
}

interface SpecialFileSearch {
  /** Nobody waits for the answer any more. */
  readonly isOver?: () => boolean
  /** Repositories below the folder, by their `.git`, in place of what is in them. */
  readonly isWanted?: (file: string) => boolean
}

const MOST_FOLDERS = 1_000_000
const AT_ONCE = 16

/** The special files below a folder, those near the top first. Links are not followed. */
export async function findSpecialFiles(
  root: string,
  { isOver = () => false, isWanted }: SpecialFileSearch = {},
): Promise<SpecialFile[]> {
  const found: SpecialFile[] = []
  let folders = ['']
  for (let seen = 0; folders.length > 0 && seen < MOST_FOLDERS && !isOver(); ) {
    const batch = folders.slice(0, AT_ONCE)
    const below: string[] = []
    for (const entries of await Promise.all(batch.map(folder => entriesOf(root, folder, isWanted))))
      for (const { at, kind } of entries) {
        if (kind === 'folder') below.push(at)
        else found.push({ path: at, kind })
      }
    seen += batch.length
    folders = folders.length > AT_ONCE ? folders.slice(AT_ONCE).concat(below) : below
  }
  return found
}

interface FolderEntry {
  readonly at: string
  readonly kind: SpecialFile['kind'] | 'folder'
}

async function entriesOf(
  root: string,
  folder: string,
  isWanted?: SpecialFileSearch['isWanted'],
): Promise<FolderEntry[]> {
  const place = path.join(root, folder)
  return (await listed(place)).flatMap(entry => {
    const at = folder === '' ? entry.name : `${folder}/${entry.name}`
    const kind = isWanted?.(at) === true ? 'a repository' : kindOf(entry)
    return kind === undefined ? [] : [{ at, kind }]
  })
}

type FileTypeTests = Pick<
  fs.Dirent,
  'name' | 'isDirectory' | 'isFIFO' | 'isSocket' | 'isBlockDevice' | 'isCharacterDevice'
>

async function listed(place: string): Promise<FileTypeTests[]> {
  try {
    return await fs.promises.readdir(place, { withFileTypes: true })
  } catch (error) {
    // Git opens files by their names in a folder that may be entered and not listed.
    return hasCode(error, 'EACCES') ? OPENED_IN_FOLDERS.flatMap(name => named(place, name)) : []
  }
}

function named(place: string, name: string): FileTypeTests[] {
  try {
    return [Object.assign(fs.lstatSync(path.join(place, name)), { name })]
  } catch {
    return []
  }
}

function kindOf(entry: FileTypeTests): FolderEntry['kind'] | undefined {
  if (entry.isDirectory()) return 'folder'
  if (entry.isFIFO()) return 'a named pipe'
  if (entry.isSocket()) return 'a socket'
  return entry.isBlockDevice() || entry.isCharacterDevice() ? 'a device' : undefined
}

const OPENED_IN_FOLDERS: readonly string[] = ['.gitattributes', '.gitignore', '.gitmodules', '.mailmap', '.git']

/** Whether git opens such a file of a worktree for itself: by its name, or because a nested repository has it. */
export function isOpenedByGit(file: string): boolean {
  const names = file.toLowerCase().split('/')
  return OPENED_IN_FOLDERS.includes(names.at(-1) ?? '') || names.includes('.git')
}
