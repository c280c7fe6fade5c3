import type { FeatureDetail } from '../board-types.ts'

/** A task, or the release of a feature: what a milestone counts. */
interface BurnUpStep {
  readonly added: number
  readonly done?: number
}

/** Every task of its features, and the release of each. */
export function burnUpStepsOf(features: readonly Pick<FeatureDetail, 'phase' | 'history' | 'tasks'>[]): BurnUpStep[] {
  return features.flatMap(({ phase, history, tasks }) => {
    const begun = history[0]?.at
    const released = phase === 'released' ? history.findLast(entry => entry.phase === 'released')?.at : undefined
    const own = tasks.map(task =>
      step(task.created_at, task.status === 'completed' ? (task.completed_at ?? task.created_at) : undefined),
    )
    return begun === undefined ? own : [...own, step(begun, released)]
  })
}

function step(added: string, done: string | undefined): BurnUpStep {
  return { added: Date.parse(added), ...(done !== undefined && { done: Date.parse(done) }) }
}

/** How much there was to do at a moment, and how much of it was done. */
export interface BurnUpPoint {
  readonly at: number
  readonly all: number
  readonly done: number
}

/** One point for each moment at which something was added or done, the last one now. */
export function burnUp(steps: readonly BurnUpStep[], now: number): BurnUpPoint[] {
  const moments = steps.flatMap(({ added, done }) => (done === undefined ? [added] : [added, done]))
  const times = [...new Set([...moments, Math.max(now, ...moments)])].sort((a, b) => a - b)
  return times.map(at => ({
    at,
    all: steps.filter(({ added }) => added <= at).length,
    done: steps.filter(({ done }) => done !== undefined && done <= at).length,
  }))
}

/** A line that stays level until something happens, in a picture of this size. */
export function linePath(
  points: readonly BurnUpPoint[],
  figureOf: (point: BurnUpPoint) => number,
  { width, height }: { width: number; height: number },
): string {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return ''
  const span = Math.max(1, last.at - first.at)
  const most = Math.max(1, ...points.map(({ all }) => all))
  const x = ({ at }: BurnUpPoint) => round(((at - first.at) / span) * width)
  const y = (point: BurnUpPoint) => round(height - (figureOf(point) / most) * height)
  return points.map((point, index) => (index === 0 ? `M0 ${y(point)}` : `H${x(point)}V${y(point)}`)).join('')
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** The last point of each day, the newest first. */
export function byDay(
  points: readonly BurnUpPoint[],
  dayOf: (at: number) => string,
): (BurnUpPoint & { readonly day: string })[] {
  const days = new Map(points.map(point => [dayOf(point.at), point]))
  return [...days].map(([day, point]) => ({ ...point, day })).reverse()
}
