/** ` Did you mean "size"?` when something known is at most two edits away, else nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const best = nearest(word, known)
  return best === undefined ? '' : ` Did you mean ${JSON.stringify(best)}?`
}

export function nearest(word: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map(candidate => ({ candidate, distance: edits(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  return best !== undefined && best.distance <= 2 && best.distance < word.length ? best.candidate : undefined
}

function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= Math.min(a.length, 60); i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
