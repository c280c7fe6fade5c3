import type { RunDetail } from '../api/types.ts'

export interface RunRelations {
  /** The name of the run that started it, its id where that run is not among those. */
  readonly inside?: string
  readonly started: number
}

/** Of each run among those: what started it, and how many of them it started itself. */
export function runRelations(
  runs: readonly Pick<RunDetail, 'id' | 'label' | 'parent'>[],
): (id: string) => RunRelations {
  const labels = new Map(runs.map(({ id, label }) => [id, label]))
  const parents = new Map(runs.map(({ id, parent }) => [id, parent]))
  const started = new Map<string, number>()
  for (const { parent } of runs) if (parent !== undefined) started.set(parent, (started.get(parent) ?? 0) + 1)
  return id => {
    const parent = parents.get(id)
    return { ...(parent && { inside: labels.get(parent) ?? parent }), started: started.get(id) ?? 0 }
  }
}
