import type { Files } from '../../workspace/workspace-files.ts'
import { itemIdsIn } from '../items/items.ts'
import { definitionsIn } from '../lint/findings.ts'
import type { Spec } from '../model.ts'
import { stagePath, WRITTEN } from '../stages.ts'
import type { RecordedDecision } from '../trace/graph.ts'
import { itemsOf, sectionsInFiles } from '../write/texts.ts'

const QUOTATION = /"([^"]{3,})"|“([^”]{3,})”|„([^“”]{3,})[“”]|«([^»]{3,})»|`([^`]{3,})`/g

/** What evidence can point at: ids that are defined, and texts that can be quoted. */
export interface EvidenceSource {
  readonly ids: ReadonlySet<string>
  readonly text: string
}

export function evidenceSource(
  files: Files,
  { name, description }: Spec,
  { answers, recorded }: { answers: string; recorded: readonly RecordedDecision[] },
): EvidenceSource {
  const defined = definitionsIn(itemsOf(sectionsInFiles(files))).map(({ id }) => id)
  const texts = WRITTEN.map(stage => files.read(stagePath(stage))?.bytes.toString('utf8') ?? '').map((text, index) =>
    WRITTEN[index] === 'clarify' ? withoutRounds(text) : text,
  )
  return {
    ids: new Set([...defined, ...recorded.map(({ id }) => id)]),
    text: plain([name, description, answers, ...texts].join('\n')),
  }
}

/** The ids and quotations that are nowhere; a quotation counts only where no other part of the evidence is found. */
export function unfoundIn(evidence: string, { ids, text }: EvidenceSource): string[] {
  const named = itemIdsIn(evidence)
  const unknown = named.filter(id => !ids.has(id))
  const quoted = [...evidence.matchAll(QUOTATION)].flatMap(([whole, ...parts]) => {
    const words = plain(parts.find(part => part !== undefined) ?? '')
    return text.includes(words) ? [] : [whole]
  })
  const quotations = evidence.match(QUOTATION)?.length ?? 0
  const isQuoted = quotations > quoted.length || named.length > unknown.length
  return isQuoted ? unknown : [...unknown, ...quoted]
}

/** The table of an earlier round holds what was said as evidence; that proves nothing. */
function withoutRounds(text: string): string {
  return text.replace(/^\|.*$/gm, '')
}

function plain(text: string): string {
  return text
    .replace(/[*_`"“”„«»\\]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
