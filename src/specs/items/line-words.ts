import { itemMark } from './items.ts'

const PARTS = 'acceptance(?: criteri(?:a|on))?|covers|depends(?: on)?|done when|verified by'
const NOUNS = 'files|rationale|notes?|examples?|source|priority|effort|estimate'
const STEPS = 'given|then|otherwise|and|but'
/** `Acceptance: ...`, `**Files:** ...` say more about an item, also as a bullet. */
export const LABEL = new RegExp(`^[*_]*(?:${PARTS}|${NOUNS})[*_]*\\s*:`, 'i')
const BELONGS_ABOVE = new RegExp(`^[*_]*(?:(?:${PARTS}|${STEPS})\\b|(?:${NOUNS})[*_]*\\s*:)`, 'i')
export function continuesAbove(words: string): boolean {
  return BELONGS_ABOVE.test(words)
}

/** In the middle of a sentence that began in the line above. */
export function isMidSentence(words: string, above: string): boolean {
  return UNFINISHED.test(above.trimEnd()) || (/^[\p{Ll}\d(]/u.test(words) && !/[.;!?]["')\]]*$/.test(above.trimEnd()))
}

const UNFINISHED = /(?:,|\b(?:an?|and|or|the|of|to|with|by|for|from|that|which|shall|must|should|will))$/

export function isBullet(line: string): boolean {
  return !/^\s*#/.test(line) && itemMark(line) !== ''
}

/** Words of an obligation. In a script that has other words, each line counts as one. */
export const REQUIREMENT =
  /\b(?:shall|must|should|will|may|can|cannot|ha(?:s|ve) to|needs? to|when(?:ever)?|if|while|where)\b|^[^\p{Script=Latin}]*$/iu
