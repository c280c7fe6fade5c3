import { CHANGES, type Files, HISTORY } from '../shelf.ts'
import { type AdrHead, headOf, linksIn } from './document.ts'

/** Every decision of the worktree: those of changes, open and archived, and those of `adr.directory`. */
export function headsIn(files: Files, directory: string | undefined): AdrHead[] {
  const successors = new Map<string, string>()
  const heads = foldersIn(files, directory).flatMap(folder =>
    files.list(folder).flatMap(name => {
      const path = `${folder}/${name}`
      const text = name.endsWith('.md') ? files.read(path)?.bytes.toString('utf8') : undefined
      const head = text === undefined ? undefined : headOf(path, text)
      if (text === undefined || head === undefined) return []
      const { supersedes } = linksIn(text)
      if (supersedes !== undefined) successors.set(supersedes, head.id)
      return [head]
    }),
  )
  return heads.map(head => replacedLater(head, successors.get(head.id)))
}

/** Files of an archived change stay as they are, so a decision that was replaced since does not say so itself. */
export function replacedLater<Head extends AdrHead>(head: Head, superseded_by: string | undefined): Head {
  return superseded_by === undefined || !isArchived(head) ? head : { ...head, status: 'superseded', superseded_by }
}

export function isArchived({ path }: AdrHead): boolean {
  return path.startsWith(`${HISTORY}/`)
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
