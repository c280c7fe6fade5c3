/** The words of the adaptive pipeline, and its twelve flows as data. */
export const CHANGE_TYPES = ['feature', 'fix', 'refactor', 'enhancement'] as const
export const CHANGE_SIZES = ['small', 'medium', 'large'] as const
export const CHANGE_STAGES = [
  'describe',
  'propose',
  'scope',
  'context-check',
  'spec',
  'clarify',
  'design',
  'tasks',
  'verify',
] as const

export type ChangeType = (typeof CHANGE_TYPES)[number]
export type ChangeSize = (typeof CHANGE_SIZES)[number]

const OPENING: readonly string[] = ['describe', 'propose', 'scope']

/** What stands between the opening stage with its context check, and the tasks with their verification. */
const FLOWS: Readonly<Record<ChangeType, Readonly<Record<ChangeSize, readonly string[]>>>> = {
  fix: {
    small: flow('describe'),
    medium: flow('describe', 'spec'),
    large: flow('describe', 'spec', 'design'),
  },
  feature: {
    small: flow('describe'),
    medium: flow('propose', 'spec'),
    large: flow('propose', 'spec', 'clarify', 'design'),
  },
  refactor: {
    small: flow('scope'),
    medium: flow('scope', 'design'),
    large: flow('scope', 'spec', 'design'),
  },
  enhancement: {
    small: flow('describe'),
    medium: flow('propose', 'spec'),
    large: flow('propose', 'spec', 'clarify', 'design'),
  },
}

/** A repository's own flows, from its trusted config: `flows: { spike: { small: [describe, ...] } }`. */
export type CustomFlows = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

export function flowFor(type: string, size: string, custom: CustomFlows = {}): readonly string[] | undefined {
  return ownFlow(custom, type, size) ?? ownFlow(FLOWS, type, size)
}

/** Every flow there is, the config's own in place of those they replace. */
export function allFlows(custom: CustomFlows = {}): { type: string; size: string; stages: readonly string[] }[] {
  const types = new Set([...CHANGE_TYPES, ...Object.keys(custom)])
  return [...types].flatMap(type => {
    const own = Object.hasOwn(custom, type) ? Object.keys(custom[type] ?? {}) : []
    const sizes = new Set([...CHANGE_SIZES, ...own])
    return [...sizes].flatMap(size => {
      const stages = flowFor(type, size, custom)
      return stages === undefined ? [] : [{ type, size, stages }]
    })
  })
}

/** Types and sizes come from outside, so `constructor` must not find what every object has. */
function ownFlow(flows: CustomFlows, type: string, size: string): readonly string[] | undefined {
  const sizes = Object.hasOwn(flows, type) ? flows[type] : undefined
  return sizes !== undefined && Object.hasOwn(sizes, size) ? sizes[size] : undefined
}

/** A flow opens with a description, checks its context second and is verified last. */
export function whyNotFlow(stages: readonly string[]): string | undefined {
  if (stages.length < 3) return 'has fewer than three stages'
  if (!OPENING.includes(stages[0] ?? '')) return `starts with ${stages[0]}, not with ${OPENING.join(', ')}`
  if (stages[1] !== 'context-check') return 'has no context-check as its second stage'
  if (stages.at(-1) !== 'verify') return 'does not end with verify'
  if (new Set(stages).size !== stages.length) return 'names a stage twice'
  const odd = stages.find(stage => !/^[a-z][a-z-]{0,40}$/.test(stage))
  return odd === undefined ? undefined : `has a stage named ${JSON.stringify(odd)}`
}

function flow(opening: string, ...middle: string[]): readonly string[] {
  return [opening, 'context-check', ...middle, 'tasks', 'verify']
}
