const HEADING = /^#{2,3}\s+(?:key learnings?|learnings?|aprendizajes(?: clave)?)\s*:?\s*$/i
const SHORTEST = 20

/** The items below the last "Key Learnings" heading of a text: numbered ones, else bullets. */
export function learningsIn(text: string): string[] {
  const lines = text.split(/\r?\n/)
  const start = lines.findLastIndex(line => HEADING.test(line.trim()))
  if (start === -1) return []
  const rest = lines.slice(start + 1)
  const end = rest.findIndex(line => /^#{1,3}\s/.test(line))
  const section = end === -1 ? rest : rest.slice(0, end)
  const numbered = items(section, /^\s*\d+[.)]\s+(.*)$/)
  return (numbered.length > 0 ? numbered : items(section, /^\s*[-*+]\s+(.*)$/))
    .map(plain)
    .filter(item => item.length >= SHORTEST)
}

function items(lines: readonly string[], pattern: RegExp): string[] {
  return lines.flatMap(line => pattern.exec(line)?.[1] ?? [])
}

function plain(item: string): string {
  return item.replace(/(\*\*|__|`|\*|_)(.+?)\1/g, '$2').trim()
}
