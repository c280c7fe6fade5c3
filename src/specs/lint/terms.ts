import type { PlacedItem, SpecSection } from '../write/texts.ts'
import type { SpecFinding } from './findings.ts'

/** `- **Customer**: a person who ...` or `Customer: ...` */
const DEFINED =
  /^\s*(?:[-*+]\s+|\d+[.)]\s+)?(?:\*\*|__|["'`])?([\p{L}][\p{L}\d /-]{0,60}?)(?:\*\*|__|["'`])?\s*(?::|—|–|\bmeans\b|\bis\b|\bare\b)/u
/** A capital within a sentence marks a term of the domain. */
const TERM = /(?<=[\p{L}\d,;)]\s)(\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+)*)/gu
const USES: readonly string[] = ['facts', 'constraints', 'derivations']
const WORDS = new Set(
  'When Then Otherwise If While Where And Or Not The A An Acceptance Given Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October November December'.split(
    ' ',
  ),
)

/** Terms that the rules use and nothing defines. Only where definitions were begun can one be missing. */
export function undefinedTerms(parts: readonly SpecSection[], items: readonly PlacedItem[]): SpecFinding[] {
  const defined = new Set(
    parts
      .filter(({ stage, key }) => stage === 'business-rules' && (key === 'definitions' || key === 'glossary'))
      .flatMap(({ text }) => text.split('\n').flatMap(line => stem(DEFINED.exec(line)?.[1] ?? ''))),
  )
  if (defined.size < 2) return []
  const told = new Set<string>()
  return items
    .filter(({ stage, key }) => stage === 'business-rules' && USES.includes(key))
    .flatMap(({ block, path, line }) =>
      [...block.matchAll(TERM)].flatMap(([, term = '']) => {
        const key = stem(term)[0] ?? ''
        const isKnown =
          key === '' ||
          defined.has(key) ||
          term.split(' ').every(word => WORDS.has(word) || defined.has(stem(word)[0] ?? ''))
        if (isKnown || told.has(key)) return []
        told.add(key)
        return [
          {
            kind: 'undefined_term',
            level: 'advise' as const,
            path,
            line,
            message: `"${term}" is used and not defined.`,
          },
        ]
      }),
    )
}

function stem(term: string): string[] {
  const plain = term.toLowerCase().trim()
  return plain === '' ? [] : [plain.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')]
}
