export interface Scored {
  readonly id: number
  readonly score: number
}

const [K1, B] = [1.2, 0.75]

/** BM25 as the textbook has it, in memory: every unit that has any of the words. */
export class Bm25 {
  readonly #postings = new Map<string, { ids: number[]; counts: number[] }>()
  readonly #lengths: number[]
  readonly #average: number

  constructor(units: readonly (readonly string[])[]) {
    this.#lengths = units.map(({ length }) => length)
    this.#average = this.#lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, units.length)
    for (const [id, terms] of units.entries()) this.#add(id, terms)
  }

  #add(id: number, terms: readonly string[]): void {
    const counts = new Map<string, number>()
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    for (const [term, count] of counts) {
      const posting = this.#postings.get(term) ?? { ids: [], counts: [] }
      posting.ids.push(id)
      posting.counts.push(count)
      this.#postings.set(term, posting)
    }
  }

  search(terms: readonly string[]): Scored[] {
    const scores = new Float64Array(this.#lengths.length)
    for (const term of terms) {
      const { ids, counts } = this.#postings.get(term) ?? { ids: [], counts: [] }
      const rarity = Math.log(1 + (this.#lengths.length - ids.length + 0.5) / (ids.length + 0.5))
      for (let at = 0; at < ids.length; at += 1) {
        const [id = 0, count = 0] = [ids[at], counts[at]]
        const damping = K1 * (1 - B + (B * (this.#lengths[id] ?? 0)) / this.#average)
        scores[id] = (scores[id] ?? 0) + (rarity * count * (K1 + 1)) / (count + damping)
      }
    }
    const found: Scored[] = []
    for (const [id, score] of scores.entries()) if (score > 0) found.push({ id, score })
    return found.sort((a, b) => b.score - a.score)
  }
}
