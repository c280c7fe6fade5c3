export interface Cut {
  text: string
  truncated: boolean
}

const SIGN = '…'

/** At most so many UTF-16 units, which is how the providers count; never half a character. */
export function cut(text: string, most: number): Cut {
  if (text.length <= most) return { text, truncated: false }
  const end = most - SIGN.length
  const half = /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? 1 : 0
  return { text: `${text.slice(0, Math.max(0, end - half))}${SIGN}`, truncated: true }
}

/** The text in pieces of at most so many units, at line ends where there are some. */
export function pieces(text: string, most: number): string[] {
  const found: string[] = []
  for (let rest = text; rest !== ''; ) {
    const piece = rest.length <= most ? rest : firstPiece(rest, most)
    found.push(piece)
    rest = rest.slice(piece.length)
  }
  return found
}

function firstPiece(text: string, most: number): string {
  const line = text.lastIndexOf('\n', most - 1)
  if (line > 0) return text.slice(0, line + 1)
  return /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? text.slice(0, most - 1) : text.slice(0, most)
}
