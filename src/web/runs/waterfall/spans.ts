import type { RunDetail } from '../../api/types.ts'
import type { Tone } from '../../parts/text/Badge.tsx'
import { hasEnded, RUN_KIND_LABELS, statusLabelOf } from '../status.ts'
import type { AgentStep } from './agent-steps.ts'

/** One bar of the timeline: a run or a step of its agent, in the time that it took. */
export interface TimelineBar {
  readonly key: string
  readonly label: string
  readonly kind: string
  readonly word: string
  readonly tone: Tone
  /** The run that it leads to; steps of an agent lead nowhere. */
  readonly run?: string
  /** The label of what started it. */
  readonly inside?: string
  readonly depth: number
  readonly from: number
  readonly to: number
}

interface RunFamily {
  readonly root: RunDetail
  readonly runs: readonly RunDetail[]
  /** What the agent of the root did. */
  readonly steps: readonly AgentStep[]
  readonly now: number
}

/** The root, then what it started in the order of its start, each followed by what that started. */
export function spansOf({ root, runs, steps, now }: RunFamily): TimelineBar[] {
  const below = (run: RunDetail, depth: number): TimelineBar[] => {
    const started = runs.filter(({ parent }) => parent === run.id)
    const nested = started.map(each => [runSpan(each, { parent: run, depth, now }), each] as const)
    return nested.flatMap(([span, each]) => [span, ...below(each, depth + 1)])
  }
  const own = steps.map(step => stepSpan(step, { root, now }))
  const rest = below(root, 1)
  return [runSpan(root, { depth: 0, now }), ...merged(own, rest)]
}

function runSpan(
  run: RunDetail,
  { parent, depth, now }: { parent?: RunDetail; depth: number; now: number },
): TimelineBar {
  const from = Date.parse(run.started_at)
  const { word, tone } = statusLabelOf(run.status)
  return {
    key: run.id,
    label: run.label,
    kind: RUN_KIND_LABELS[run.kind],
    word,
    tone,
    run: run.id,
    ...(parent && { inside: parent.label }),
    depth,
    from,
    to: Math.max(from, endOf(run, now)),
  }
}

function stepSpan(step: AgentStep, { root, now }: { root: RunDetail; now: number }): TimelineBar {
  return {
    key: `step ${step.n}`,
    label: step.label,
    kind: 'Agent step',
    word: step.word,
    tone: step.tone,
    inside: root.label,
    depth: 1,
    from: step.from,
    to: Math.max(step.from, step.to ?? endOf(root, now)),
  }
}

/** By the duration that every other place of the page shows. */
function endOf(run: RunDetail, now: number): number {
  if (!hasEnded(run)) return now
  if (run.duration_ms !== undefined) return Date.parse(run.started_at) + run.duration_ms
  return Date.parse(run.ended_at ?? run.started_at)
}

/** Steps between the families that start after them; a family stays together. */
function merged(steps: readonly TimelineBar[], rest: readonly TimelineBar[]): TimelineBar[] {
  const waiting = [...steps]
  const rows = rest.flatMap(span => {
    const before = span.depth === 1 ? waiting.splice(0, waiting.filter(({ from }) => from <= span.from).length) : []
    return [...before, span]
  })
  return [...rows, ...waiting]
}

export interface Scale {
  readonly from: number
  readonly span: number
}

export function scaleOf(spans: readonly TimelineBar[]): Scale {
  const from = Math.min(...spans.map(each => each.from))
  return { from, span: Math.max(1, Math.max(...spans.map(({ to }) => to)) - from) }
}

/** Where a bar begins and how wide it is, in percent; the shortest one can still be seen. */
export function barOf({ from, to }: Pick<TimelineBar, 'from' | 'to'>, scale: Scale): { left: number; width: number } {
  const share = (ms: number) => Math.min(100, Math.max(0, (ms / scale.span) * 100))
  const width = Math.max(NARROWEST, share(to - from))
  return { left: Math.min(share(from - scale.from), 100 - width), width }
}

const NARROWEST = 0.6

const STEPS = [1, 2, 5]

/** Round times along the scale, four at most and the beginning first. */
export function ticksOf({ span }: Scale): number[] {
  const size = 10 ** Math.floor(Math.log10(span / 3))
  const step = size * (STEPS.find(each => span / (size * each) <= 4) ?? 10)
  return Array.from({ length: Math.ceil(span / step) }, (_, index) => index * step).slice(0, 4)
}
