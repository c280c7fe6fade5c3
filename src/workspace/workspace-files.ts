import fs from 'node:fs'
import path from 'node:path'
import { readInside } from '../store/files/safe-open.ts'
import type { Call } from './call.ts'

/** What a domain needs of the files to read its state: a transaction has it, and so has a plain reader. */
export interface Files {
  read(file: string): { readonly bytes: Buffer } | undefined
  list(folder: string): string[]
}

/** Reading needs no lock: every file is whole, and an open operation was settled before. */
export function filesOf({ workspace }: Pick<Call, 'workspace'>): Files {
  return filesAt(workspace.root)
}

/** The same of another worktree. */
export function filesAt(root: string): Files {
  return {
    read(file) {
      const bytes = readInside(root, file)
      return bytes === undefined ? undefined : { bytes }
    },
    list(folder) {
      const place = path.join(root, folder)
      return fs.statSync(place, { throwIfNoEntry: false })?.isDirectory() ? fs.readdirSync(place).sort() : []
    },
  }
}
