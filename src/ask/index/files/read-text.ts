import { createHash } from 'node:crypto'
import { isRefused } from '../../../operation/errors.ts'
import { blankGuidance } from '../../../store/documents/markdown/guidance.ts'
import { readInside } from '../../../store/files/safe-open.ts'
import { languageOf } from '../cut/languages.ts'

export type ReadText =
  | { readonly kind: 'text'; readonly text: string; readonly hash: string }
  | { readonly kind: 'skipped'; readonly reason: string; readonly hash: string }
  | { readonly kind: 'gone' }

const LOOKED_AT = 8192
/** Nobody can be sent to a line of such a file: it was made by a program. */
const LONGEST_AVERAGE_LINE = 400

/**
 * The text of a file as it is now, or why there is none, read from inside the root alone. What a template explains in a
 * document is nobody's answer: its lines are empty here.
 */
export function readText(root: string, file: string): ReadText {
  const bytes = bytesOf(root, file)
  if (bytes === undefined) return { kind: 'gone' }
  const hash = createHash('sha1').update(bytes).digest('base64url')
  if (bytes.subarray(0, LOOKED_AT).includes(0)) return { kind: 'skipped', reason: 'binary', hash }
  const text = decode(bytes)
  if (text.length > LOOKED_AT && text.length / linesIn(text) > LONGEST_AVERAGE_LINE)
    return { kind: 'skipped', reason: 'made by a program: its lines are too long to cite', hash }
  const isDocument = languageOf(file).reading.kind === 'markdown'
  return { kind: 'text', text: isDocument ? blankGuidance(text) : text, hash }
}

/** Gone since it was listed, not ours to read, or behind a link that leads away: nothing of it can be cited. */
function bytesOf(root: string, file: string): Buffer | undefined {
  try {
    return readInside(root, file)
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** What is not UTF-8 is older western text; whatever it is, every byte of it is kept as some letter. */
function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

function linesIn(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
