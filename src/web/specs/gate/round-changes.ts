export interface ScoredRound {
  readonly round: number
  readonly score: number
  readonly scores: Readonly<Record<string, number>>
}

export interface RoundChange {
  readonly since: number
  readonly score: number
  /** Dimensions whose score is another one, the largest step first. */
  readonly dimensions: readonly { readonly name: string; readonly by: number }[]
}

/** What a round changed against the one before it; nothing for the first. */
export function changesSince(rounds: readonly ScoredRound[], shown: ScoredRound): RoundChange | undefined {
  const before = rounds.filter(({ round }) => round < shown.round).at(-1)
  if (before === undefined) return undefined
  const dimensions = Object.entries(shown.scores)
    .map(([name, score]) => ({ name, by: score - (before.scores[name] ?? 0) }))
    .filter(({ by }) => by !== 0)
    .sort((one, other) => Math.abs(other.by) - Math.abs(one.by))
  return { since: before.round, score: shown.score - before.score, dimensions }
}

/** `+5`, `-5`, `±0`. */
export function signed(by: number): string {
  if (by === 0) return '\u00b10'
  return by > 0 ? `+${by}` : `\u2212${-by}`
}
