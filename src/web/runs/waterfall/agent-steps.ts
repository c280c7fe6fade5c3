import type { AgentEvent } from '../../../agents/model.ts'

import type { Tone } from '../../parts/text/Badge.tsx'

/** What an agent did at a stretch: an answer, a tool call, waiting for a permission. */
export interface AgentStep {
  readonly n: number
  readonly label: string
  readonly word: string
  readonly tone: Tone
  readonly from: number
  /** Open while it goes on. */
  readonly to?: number
}

/** Speech without a break is one step; what is about the same call or permission is one, from its first event to its last. */
export function agentSteps(events: readonly AgentEvent[]): AgentStep[] {
  const steps: AgentStep[] = []
  const places = new Map<string, number>()
  for (const event of events) {
    const key = keyOf(event, steps, places)
    const at = key === undefined ? undefined : places.get(key)
    const before = at === undefined ? undefined : steps[at]
    const step = stepOf(event, before)
    if (step === undefined) continue
    if (at !== undefined && before !== undefined) steps[at] = step
    else if (key !== undefined) places.set(key, steps.push(step) - 1)
  }
  return steps
}

/** Speech goes on only where it was the last thing that happened. */
function keyOf(event: AgentEvent, steps: readonly AgentStep[], places: ReadonlyMap<string, number>) {
  if (event.type === 'tool') return `tool ${event.call}`
  if (event.permission !== undefined) return `permission ${event.permission}`
  if (event.type !== 'text' && event.type !== 'thought') return undefined
  const last = `speech ${steps.length - 1}`
  return places.get(last) === steps.length - 1 ? last : `speech ${steps.length}`
}

function stepOf(event: AgentEvent, before: AgentStep | undefined): AgentStep | undefined {
  const { n, t } = before === undefined ? event : { n: before.n, t: before.from }
  const base = { n, from: t }
  switch (event.type) {
    case 'text':
    case 'thought':
      return { ...base, label: 'Thinking and answering', word: 'Done', tone: 'plain', to: event.t }
    case 'tool':
      return { ...base, label: (event.title ?? '') || before?.label || 'A tool', ...toolLook(event) }
    case 'permission':
      return { ...base, label: `Permission: ${event.title ?? ''}`, word: 'Waiting', tone: 'amber' }
    case 'answered':
      return before && { ...before, word: 'Answered', to: event.t }
    default:
      return undefined
  }
}

function toolLook({ status, t }: AgentEvent): Pick<AgentStep, 'word' | 'tone' | 'to'> {
  if (status === 'completed') return { word: 'Succeeded', tone: 'sprout', to: t }
  if (status === 'failed') return { word: 'Failed', tone: 'rust', to: t }
  return { word: 'Running', tone: 'sky' }
}
