export const EARS_FORMS = ['ubiquitous', 'event', 'state', 'unwanted', 'optional', 'complex'] as const
export type EarsForm = (typeof EARS_FORMS)[number]

/** `the system shall ...`: somebody, and what they are bound to do. */
const OBLIGATION =
  /^(?:(?:the|a|an|each|every|all|any)\s+)?[\p{L}\d][^.;:!?]*?\b(?:shall|must|should)\b(?:\s+(?:not|only))?\s+\p{L}/iu
const OPENINGS = [
  ['event', /^(?:when(?:ever)?|after|once|upon|on|as soon as|each time|every time)\b/i],
  ['state', /^(?:while|during|as long as|in (?:the )?(?:state|mode)|until)\b/i],
  ['unwanted', /^if\b/i],
  ['optional', /^where\b/i],
] as const
/** Sentences in the notation of temporal logic are no EARS, though a word of it may stand in them. */
const LOGIC =
  /^(?:globally|eventually|before|between)\b|\bit is (?:always|never) the case that\b|\b(?:eventually|previously) (?:holds|held)\b/i

/** The EARS form of a requirement (A. Mavin), or nothing when it has none. Only its first sentence counts. */
export function earsForm(requirement: string): EarsForm | undefined {
  const sentence = firstSentence(requirement)
  if (LOGIC.test(sentence)) return undefined
  const openings: EarsForm[] = []
  let rest = sentence
  for (let step = 0; step < 4; step += 1) {
    const opening = OPENINGS.find(([, pattern]) => pattern.test(rest))
    if (opening === undefined) break
    const clause = clauseEnd(rest)
    if (clause === undefined) return undefined
    openings.push(opening[0])
    rest = rest.slice(clause).trimStart()
  }
  if (!OBLIGATION.test(rest)) return undefined
  const [only] = new Set(openings)
  return openings.length > 1 ? 'complex' : (only ?? 'ubiquitous')
}

/** Where the condition ends: at its `then`, or at the comma before the obligation, or at the next condition. */
function clauseEnd(text: string): number | undefined {
  const then = /,?\s+then,?\s+/i.exec(text)
  if (then !== null) return then.index + then[0].length
  const commas = [...text.matchAll(/,\s+(?:and\s+)?/g)]
  const bound = text.search(/\b(?:shall|must|should)\b/i)
  const next = commas.find(({ index, 0: comma }) =>
    OPENINGS.some(([, pattern]) => pattern.test(text.slice(index + comma.length))),
  )
  if (next !== undefined && next.index < bound) return next.index + next[0].length
  const last = commas.filter(({ index }) => index < bound).at(-1)
  return last === undefined ? undefined : last.index + last[0].length
}

function firstSentence(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  return /^.*?[.!?](?=\s+\p{Lu}|$)/su.exec(plain)?.[0] ?? plain
}
