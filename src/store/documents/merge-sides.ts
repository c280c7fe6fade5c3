import { conflictLine } from './text.ts'

/** Ours and theirs of a text in which a merge stopped; what diff3 adds between them is in neither. */
export function mergeSides(text: string): readonly [ours: string, theirs: string] | undefined {
  if (conflictLine(text) === undefined) return undefined
  const ours: string[] = []
  const theirs: string[] = []
  let place: Place = 'both'
  for (const line of text.split('\n')) {
    const mark = /^(?:[<|>]{7}(?: |\r?$)|={7}\r?$)/.test(line) ? MARKS[line[0] ?? ''] : undefined
    if (mark !== undefined) place = mark
    else {
      if (place === 'both' || place === 'ours') ours.push(line)
      if (place === 'both' || place === 'theirs') theirs.push(line)
    }
  }
  return [ours.join('\n'), theirs.join('\n')]
}

type Place = 'both' | 'ours' | 'base' | 'theirs'
const MARKS: Readonly<Record<string, Place>> = { '<': 'ours', '|': 'base', '=': 'theirs', '>': 'both' }
