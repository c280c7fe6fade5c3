/** What each task waits for. */
export type Needs = ReadonlyMap<string, readonly string[]>

/** Groups of tasks that wait for each other, each in the order of its circle. */
export function cyclesIn(needs: Needs): string[][] {
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[][] = []
  const visit = (task: string, path: readonly string[]): void => {
    if (state.get(task) === 'done') return
    if (state.get(task) === 'open') {
      cycles.push(path.slice(path.indexOf(task)))
      return
    }
    state.set(task, 'open')
    for (const next of needs.get(task) ?? []) visit(next, [...path, task])
    state.set(task, 'done')
  }
  for (const task of needs.keys()) visit(task, [])
  return cycles
}

/** Each task one wave after the last that it waits for; tasks in or behind a circle have none. */
export function wavesOf(needs: Needs): string[][] {
  const waves: string[][] = []
  const placed = new Set<string>()
  for (;;) {
    const ready = [...needs.keys()].filter(
      task => !placed.has(task) && (needs.get(task) ?? []).every(each => placed.has(each)),
    )
    if (ready.length === 0) return waves
    waves.push(ready)
    for (const task of ready) placed.add(task)
  }
}

/** `Wave 1: TASK-001, TASK-002`, as the text has it. */
export function claimedWaves(text: string): Map<string, number> {
  const claimed = new Map<string, number>()
  let wave = 0
  for (const line of text.split('\n')) {
    const [, number] = /\bwave\s+(\d{1,4})\b/i.exec(line) ?? []
    if (number !== undefined) wave = Number(number)
    for (const [task] of line.matchAll(/TASK-\d+/g)) if (wave > 0) claimed.set(task, wave)
  }
  return claimed
}

/** Tasks whose wave begins before what they wait for is done. */
export function misplacedIn(
  claimed: ReadonlyMap<string, number>,
  needs: Needs,
): { task: string; wave: number; needs: string }[] {
  return [...claimed].flatMap(([task, wave]) =>
    (needs.get(task) ?? []).filter(each => (claimed.get(each) ?? 0) >= wave).map(each => ({ task, wave, needs: each })),
  )
}

export interface Overlap {
  readonly wave: number
  readonly file: string
  readonly tasks: string[]
}

/** Files that more than one task of a wave touches. */
export function overlapsIn(
  waves: readonly (readonly string[])[],
  files: ReadonlyMap<string, readonly string[]>,
): Overlap[] {
  return waves.flatMap((wave, index) => {
    const users = new Map<string, string[]>()
    for (const task of wave)
      for (const file of files.get(task) ?? []) users.set(file, [...(users.get(file) ?? []), task])
    return [...users].flatMap(([file, tasks]) => (tasks.length > 1 ? [{ wave: index + 1, file, tasks }] : []))
  })
}
