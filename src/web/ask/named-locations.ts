import type { NamedLocation } from '../../ask/threads/model.ts'

/** A text in parts: words, and the places of files that it names. */
export function splitByLocations(text: string, places: readonly NamedLocation[]): (string | NamedLocation)[] {
  const named = new Map(places.map(place => [place.text, place]))
  if (named.size === 0) return [text]
  const parts: (string | NamedLocation)[] = []
  let end = 0
  for (const match of text.matchAll(patternOf([...named.keys()]))) {
    const place = named.get(match[0])
    if (place === undefined) continue
    if (match.index > end) parts.push(text.slice(end, match.index))
    parts.push(place)
    end = match.index + match[0].length
  }
  return end === text.length && end > 0 ? parts : [...parts, text.slice(end)]
}

/** The longest first, and whole: `login.ts:8` is neither in `login.ts:80` nor in `src/login.ts:8`. */
function patternOf(texts: readonly string[]): RegExp {
  const any = [...texts]
    .sort((a, b) => b.length - a.length)
    .map(text => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('|')
  return new RegExp(`(?<![\\p{L}\\p{N}_@./:~-])(?:${any})(?![\\p{L}\\p{N}_:]|[-–]\\d)`, 'gu')
}
