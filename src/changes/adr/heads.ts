import { CHANGES, type Files, HISTORY } from '../shelf.ts'
import { type AdrHead, headOf } from './document.ts'

/** Every decision of the worktree: those of changes, open and archived, and those of `adr.directory`. */
export function headsIn(files: Files, directory: string | undefined): AdrHead[] {
  return foldersIn(files, directory).flatMap(folder =>
    files.list(folder).flatMap(name => {
      const path = `${folder}/${name}`
      const text = name.endsWith('.md') ? files.read(path)?.bytes.toString('utf8') : undefined
      return text === undefined ? [] : (headOf(path, text) ?? [])
    }),
  )
}

export function fileNames(files: Files, directory: string | undefined): string[] {
  return foldersIn(files, directory).flatMap(folder => files.list(folder))
}

function foldersIn(files: Files, directory: string | undefined): string[] {
  const folders = [CHANGES, HISTORY].flatMap(place => files.list(place).map(id => `${place}/${id}`))
  return [
    ...folders.filter(folder => files.list(folder).includes('adrs')).map(folder => `${folder}/adrs`),
    ...(directory === undefined ? [] : [directory]),
  ]
}
