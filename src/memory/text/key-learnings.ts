const HEADINGS = [
  /^#{1,3}\s+(?:key learnings?|learnings?|aprendizajes(?: clave)?)\s*:?\s*$/i,
  /^(?:key learnings?|aprendizajes clave)\s*:$/i,
  /^(\*\*|__)(?:key learnings?|aprendizajes clave)\s*:?\1\s*:?$/i,
]
const SHORTEST = 20
/** A character of these scripts says about as much as three letters. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

export interface Learnings {
  readonly items: readonly string[]
  /** Too short to be understood by somebody who was not there. */
  readonly short: readonly string[]
}

/** What stands below the last "Key Learnings" heading of a text: numbered items, else bullets. */
export function learningsIn(text: string): Learnings | undefined {
  const lines = text.split(/\r?\n/)
  const start = lines.findLastIndex(line => HEADINGS.some(heading => heading.test(line.trim())))
  if (start === -1) return undefined
  const rest = lines.slice(start + 1)
  const end = rest.findIndex(line => /^#{1,3}\s/.test(line))
  const section = end === -1 ? rest : rest.slice(0, end)
  const numbered = items(section, /^\s*\d+[.)]\s+(.*)$/)
  const found = (numbered.length > 0 ? numbered : items(section, /^\s*[-*+]\s+(.*)$/))
    .map(plain)
    .filter(item => item !== '')
  return { items: found.filter(item => weight(item) >= SHORTEST), short: found.filter(item => weight(item) < SHORTEST) }
}

function items(lines: readonly string[], pattern: RegExp): string[] {
  return lines.flatMap(line => pattern.exec(line)?.[1] ?? [])
}

function plain(item: string): string {
  return item.replace(/(\*\*|__|`|\*|_)(.+?)\1/g, '$2').trim()
}

function weight(item: string): number {
  return item.length + 2 * (item.match(DENSE)?.length ?? 0)
}
