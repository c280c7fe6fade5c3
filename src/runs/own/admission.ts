/** A run that waits for its turn or has had it. */
export interface QueuedRun {
  readonly id: string
  readonly state: 'queued' | 'running'
  /** When it came, in milliseconds. */
  readonly since: number
  /** Of the runs that share a name here, one goes at a time. */
  readonly exclusive?: string
  /** Started inside another run, which holds a place already: waiting for one more could wait for ever. */
  readonly nested: boolean
}

/**
 * Which of the waiting runs may start now, in the order of their arrival. One that waits
 * for its exclusive group lets others pass, but nobody of its own group.
 */
export function admitRuns(candidates: readonly QueuedRun[], concurrency: number): string[] {
  const running = candidates.filter(({ state }) => state === 'running')
  let free = concurrency - running.filter(({ nested }) => !nested).length
  const taken = new Set(running.flatMap(({ exclusive }) => exclusive ?? []))
  const admitted: string[] = []
  for (const { id, exclusive, nested } of waiting(candidates)) {
    const barred = exclusive !== undefined && taken.has(exclusive)
    if (exclusive !== undefined) taken.add(exclusive)
    if (barred || (!nested && free <= 0)) continue
    if (!nested) free -= 1
    admitted.push(id)
  }
  return admitted
}

/** How many a waiting run has to wait for: those of its exclusive group, or all that run or came before it; -1 when it does not wait. */
export function positionOf(id: string, candidates: readonly QueuedRun[]): number {
  const line = waiting(candidates)
  const index = line.findIndex(candidate => candidate.id === id)
  if (index === -1) return -1
  const exclusive = line[index]?.exclusive
  const running = candidates.filter(({ state }) => state === 'running')
  const before = [...running, ...line.slice(0, index)]
  const group = exclusive === undefined ? [] : before.filter(each => each.exclusive === exclusive)
  return group.length > 0 ? group.length : before.filter(({ nested }) => !nested).length
}

function waiting(candidates: readonly QueuedRun[]): QueuedRun[] {
  return candidates
    .filter(({ state }) => state === 'queued')
    .sort((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1))
}
