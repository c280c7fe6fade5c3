const SECTIONS = {
  context: 'Context',
  decision: 'Decision',
  rationale: 'Rationale',
  alternatives_rejected: 'Alternatives Rejected',
} as const

export type DecisionField = keyof typeof SECTIONS
export type DecisionTexts = Partial<Record<DecisionField, string>>

const REQUIRED: readonly DecisionField[] = ['context', 'decision', 'rationale']

/** A decision to begin with. */
export const OUTLINE = Object.values(SECTIONS)
  .map(name => `## ${name}\n\n`)
  .join('\n')

/** The sections of a decision's file that can be edited here, without its head and what others added below. */
export function editableText(file: string): string {
  return printTexts(decisionTextsIn(file))
}

/** The text of each section; a heading inside of a text belongs to it unless it is one of ours. */
export function decisionTextsIn(document: string): DecisionTexts {
  const marks = Object.entries(SECTIONS).flatMap(([field, name]) => {
    const found = new RegExp(`^## ${name}[ \\t]*$`, 'm').exec(document)
    return found === null ? [] : [{ field, start: found.index, body: found.index + found[0].length }]
  })
  const ordered = marks.sort((a, b) => a.start - b.start)
  const added = endOf(document, ordered.at(-1)?.body ?? 0)
  return Object.fromEntries(
    ordered.map(({ field, body }, index) => [field, document.slice(body, ordered[index + 1]?.start ?? added).trim()]),
  )
}

/** Where a section begins that somebody added below the last of ours. */
function endOf(document: string, from: number): number {
  const next = /^## /m.exec(document.slice(from))
  return next === null ? document.length : from + next.index
}

function printTexts(texts: DecisionTexts): string {
  return Object.entries(SECTIONS)
    .flatMap(([field, name]) => {
      const text = texts[field as DecisionField]
      return text === undefined ? [] : [`## ${name}\n\n${text}\n`]
    })
    .join('\n')
}

/** The first section that still has no text. */
export function missingSection(document: string): string | undefined {
  const texts = decisionTextsIn(document)
  const field = REQUIRED.find(each => (texts[each] ?? '') === '')
  return field && SECTIONS[field]
}
