import { blankGuidance } from '../../store/documents/markdown/guidance.ts'
import { sectionsOfMarkdown } from '../../store/documents/markdown/markdown.ts'
import { revisionOf } from '../../store/files/files.ts'
import { CHANGES, type Files, HISTORY } from '../record/change-files.ts'

/** The project's own specification files, where they exist. */
const SPECS = ['proposal', 'requirements', 'business-rules', 'clarifications', 'design', 'tasks', 'validation']

export interface SpecArtifact {
  readonly path: string
  readonly bytes: number
  readonly revision: string
  /** Without explanations of its template; lines stay where they are. */
  readonly text: string
}

/** Specs and decisions of the project; a change's own stage artifacts are not among them. */
export function specArtifacts(files: Files, directory?: string): SpecArtifact[] {
  const specs = SPECS.map(name => `sdd/${name}.md`)
  const decisions = [CHANGES, HISTORY].flatMap(place =>
    files
      .list(place)
      .map(id => `${place}/${id}`)
      .filter(folder => files.list(folder).includes('adrs'))
      .flatMap(folder => files.list(`${folder}/adrs`).map(name => `${folder}/adrs/${name}`)),
  )
  const shared = directory === undefined ? [] : files.list(directory).map(name => `${directory}/${name}`)
  return [...specs, ...decisions, ...shared.filter(path => path.endsWith('.md'))].flatMap(
    path => readArtifact(files, path) ?? [],
  )
}

export function specRevisions(files: Files, directory?: string): Record<string, string> {
  return Object.fromEntries(specArtifacts(files, directory).map(({ path, revision }) => [path, revision]))
}

export function readArtifact(files: Files, path: string): SpecArtifact | undefined {
  const file = files.read(path)
  if (file === undefined) return undefined
  const text = blankGuidance(file.bytes.toString('utf8'))
  return { path, bytes: file.bytes.length, revision: revisionOf(file.bytes), text }
}

export interface ArtifactPassage {
  readonly path: string
  readonly heading: string
  readonly from: number
  readonly to: number
  readonly text: string
  readonly weight: number
}

/** The sections that share words with a description, heaviest first: targeted, not bulk. */
export function matchingSections(
  artifacts: readonly SpecArtifact[],
  terms: ReadonlySet<string>,
  termsOf: (text: string) => string[],
): ArtifactPassage[] {
  const all = artifacts.flatMap(artifact => sectionsOf(artifact))
  const rarity = rarityOf(all.map(({ text }) => new Set(termsOf(text))))
  return all
    .map(passage => {
      const found = new Set(termsOf(passage.text).filter(term => terms.has(term)))
      return { ...passage, weight: [...found].reduce((sum, term) => sum + rarity(term), 0) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
}

/** A word that stands in every text tells nothing; one that stands in few tells much. */
export function rarityOf(texts: readonly ReadonlySet<string>[]): (term: string) => number {
  const counts = new Map<string, number>()
  for (const terms of texts) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return term => Math.log(1 + texts.length / (counts.get(term) ?? texts.length))
}

/** Each heading with its own text, up to the next heading of any level. */
function sectionsOf({ path, text }: SpecArtifact): Omit<ArtifactPassage, 'weight'>[] {
  const headings = sectionsOfMarkdown(text)
  return headings.map(({ title, line, start }, index) => {
    const end = headings[index + 1]?.start ?? text.length
    const own = text.slice(start, end).trimEnd()
    return { path, heading: title, from: line, to: line + own.split('\n').length - 1, text: own }
  })
}
