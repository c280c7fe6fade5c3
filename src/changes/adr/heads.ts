import { CHANGES, type ChangeFiles, type Files, HISTORY } from '../record/change-files.ts'
import { type AdrHead, adrHeadOf, adrLinksIn } from './document.ts'
import { joinedAt } from './joined.ts'

/** Every decision of the worktree: those of changes, open and archived, and those of `adr.directory`. */
export function headsIn(files: Files, directory: string | undefined): AdrHead[] {
  const successors = new Map<string, string>()
  const heads = foldersIn(files, directory).flatMap(folder =>
    files.list(folder).flatMap(name => {
      const path = `${folder}/${name}`
      const text = name.endsWith('.md') ? files.read(path)?.bytes.toString('utf8') : undefined
      const joined = text === undefined ? undefined : joinedAt(path, text)
      if (joined !== undefined) return [joined.older.head, joined.newer.head]
      const head = text === undefined ? undefined : adrHeadOf(path, text)
      if (text === undefined || head === undefined) return []
      const { supersedes } = adrLinksIn(text)
      if (supersedes !== undefined) successors.set(supersedes, head.id)
      return [head]
    }),
  )
  return heads.map(head => replacedLater(head, successors.get(head.id)))
}

/** The decisions of a change, also those whose files a merge brought without their line in `change.json`. */
export function decisionIds(files: Files, { change, folder }: ChangeFiles): string[] {
  const brought = files.list(`${folder}/adrs`).flatMap(name => {
    const text = name.endsWith('.md') ? files.read(`${folder}/adrs/${name}`)?.bytes.toString('utf8') : undefined
    const head = text === undefined ? undefined : adrHeadOf(`${folder}/adrs/${name}`, text)
    return head === undefined || change.adrs.includes(head.id) ? [] : [head.id]
  })
  return brought.length === 0 ? change.adrs : [...change.adrs, ...brought].sort()
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
