import { createHash } from 'node:crypto'
import { slug } from '../../operation/names/naming.ts'
import { inLatinLetters } from './latin-letters.ts'

const LONGEST = 80

/**
 * A title as part of a topic key: readable where it can be, and another one for every other title. Where the letters
 * alone would lose something (`C++`, other scripts, a long text), a hash of the whole title follows them.
 */
export function titleKey(title: string): string {
  const latin = inLatinLetters(plainTitle(title))
  const readable = slug(latin, { fallback: '', max: LONGEST })
  const isWhole = latin.length <= LONGEST && /^[a-z0-9 ]*$/.test(latin) && readable !== ''
  return isWhole
    ? readable
    : [readable.slice(0, LONGEST - 10).replace(/-+$/, ''), titleHash(title)].filter(Boolean).join('-')
}

/** Two spellings of one title: capitals, spaces and the usual punctuation make no other. */
export function sameTitle(one: string, other: string): boolean {
  return plainTitle(one) === plainTitle(other)
}

/** The key that a title gets where another record has its own. */
export function distinctKey(key: string, title: string): string {
  const hash = titleHash(title)
  return key.endsWith(`-${hash}`) ? key : `${key}-${hash}`
}

function titleHash(title: string): string {
  return createHash('sha256').update(plainTitle(title)).digest('hex').slice(0, 8)
}

/** Signs with a meaning of their own stay: `C`, `C#` and `C++` are three. */
function plainTitle(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.,:;!?'"()[\]{}/\\_\-‐-―‘-‟…¿¡«»·、。「」『』]+/gu, ' ')
    .trim()
}
