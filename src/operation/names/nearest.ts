/** ` Did you mean "size"?` when something known is at most two edits away, else nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const best = nearest(word, known)
  return best === undefined ? '' : ` Did you mean ${JSON.stringify(best)}?`
}

export function nearest(word: string, known: readonly string[]): string | undefined {
  const parted = word.startsWith('--') ? known.filter(option => option.slice(2).split('-').includes(word.slice(2))) : []
  if (parted.length === 1) return parted[0]
  const [best] = known
    .map(candidate => ({ candidate, distance: edits(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  return best !== undefined && best.distance <= 2 && best.distance < word.length ? best.candidate : undefined
}

/** Letters to add, leave out, change, or swap with their neighbour. */
function edits(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= Math.min(a.length, 60); i += 1) {
    const [above = [], twoAbove = []] = [rows[i - 1], rows[i - 2]]
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swaps = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = swaps ? (twoAbove[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(changed, swapped, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    rows.push(row)
  }
  return rows.at(-1)?.[b.length] ?? 0
}
