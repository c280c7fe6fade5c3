import type { ChecklistStep, Guard, ProjectType, Transition } from './model.ts'
import { NEEDS } from './needs.ts'

/** What is wrong with a type, before any project lives by it; `hasPrompt` knows the guides there are. */
export function whyNotType(type: ProjectType, hasPrompt: (name: string) => boolean): string[] {
  return [
    ...whyNotNamed(type),
    ...whyNotReachable(type),
    ...type.transitions.flatMap(transition => whyNotSatisfiable(type, transition)),
    ...ambiguous(type),
    ...Object.entries(type.states).flatMap(([name, { prompt }]) =>
      hasPrompt(prompt) ? [] : [`${name} has the prompt ${prompt}, which does not exist`],
    ),
  ]
}

/** Names that lead nowhere. */
function whyNotNamed({ states, phases, kinds, initial, transitions, publishes }: ProjectType): string[] {
  const known = new Set(Object.keys(states))
  return [
    ...(known.has(initial) ? [] : [`it begins in ${initial}, which is not a state`]),
    ...transitions.flatMap(({ event, from, to }) =>
      [...from, to].filter(name => !known.has(name)).map(name => `${event} names ${name}, which is not a state`),
    ),
    ...Object.entries(states).flatMap(([name, { phase, status, adds = [], terminal, allows = [], checklist }]) => [
      ...(phase !== undefined && !phases.includes(phase) ? [`${name} is in ${phase}, which is not a phase`] : []),
      ...(phase !== undefined && status === undefined ? [`${name} does not say the status of its phase`] : []),
      ...(phase === undefined && terminal !== true ? [`${name} is in no phase`] : []),
      ...adds.filter(kind => kinds[kind] === undefined).map(kind => `${name} adds ${kind}, which is not a kind`),
      ...(adds.length > 0 !== allows.includes('artifact.add')
        ? [`${name} adds artifacts and does not allow it, or the other way round`]
        : []),
      ...(terminal === true && allows.length > 0 ? [`${name} is an end, and allows something`] : []),
      ...(checklist !== undefined && publishes === undefined && checklist.some(({ action }) => action === 'publish')
        ? [`${name} publishes, and the type does not say what`]
        : []),
      ...(checklist ?? []).flatMap(step => whyNotStep(name, step)),
    ]),
    ...Object.entries(kinds).flatMap(([kind, { verdict, needs_approval }]) =>
      verdict === true && !needs_approval ? [`${kind} has a verdict and needs no approval`] : [],
    ),
    ...(publishes !== undefined && kinds[publishes.kind] === undefined
      ? [`it publishes ${publishes.kind}, which is not a kind`]
      : []),
  ]
}

function whyNotStep(name: string, { action, each }: ChecklistStep): string[] {
  if (action === 'issue' && each === undefined) return [`${name} opens an issue, and not for each task`]
  if (each !== undefined && action !== 'issue' && action !== 'manual') return [`${name} has ${action} for each task`]
  return []
}

/** Every state is reached from the first, and an end is reached from every state. */
function whyNotReachable(type: ProjectType): string[] {
  const { states, initial, transitions } = type
  const reached = spread([initial], name => transitions.filter(({ from }) => from.includes(name)).map(({ to }) => to))
  const ends = Object.keys(states).filter(name => states[name]?.terminal === true)
  const leading = spread(ends, name => transitions.filter(({ to }) => to === name).flatMap(({ from }) => from))
  return [
    ...(ends.length === 0 ? ['it has no end'] : []),
    ...Object.keys(states).flatMap(name => [
      ...(reached.has(name) ? [] : [`${name} is never reached`]),
      ...(leading.has(name) ? [] : [`no end is reached from ${name}`]),
    ]),
    ...ends.flatMap(name =>
      transitions.some(({ from }) => from.includes(name)) ? [`${name} is an end, and is left`] : [],
    ),
  ]
}

function spread(start: readonly string[], next: (name: string) => readonly string[]): Set<string> {
  const seen = new Set(start)
  for (const name of seen) for (const more of next(name)) seen.add(more)
  return seen
}

/** A guard is satisfied by something that the state allows, or held already when the state was entered. */
function whyNotSatisfiable(type: ProjectType, { event, from, guards = [] }: Transition): string[] {
  return from.flatMap(name =>
    guards.flatMap(guard => {
      const unknown = whyNotGuard(type, guard)
      if (unknown !== undefined) return [`${event}: ${unknown}`]
      if (canSatisfy(type, name, guard) || holdsOnEntry(type, name, guard)) return []
      return [`${event} asks for ${guard.guard} in ${name}, and nothing that ${name} allows can satisfy it`]
    }),
  )
}

function whyNotGuard({ kinds, dependencies }: ProjectType, guard: Guard): string | undefined {
  const { about, named, verdict, dependencies: ordered } = NEEDS[guard.guard]
  if (about === 'kind' && (guard.kind === undefined || kinds[guard.kind] === undefined))
    return `${guard.guard} names no kind`
  if (named !== undefined && (guard.name === undefined || (Array.isArray(named) && !named.includes(guard.name))))
    return `${guard.guard} names ${guard.name ?? 'nothing'}`
  if (verdict === true && guard.verdict === undefined) return `${guard.guard} does not say which`
  if (verdict === true && kinds[guard.kind ?? '']?.verdict !== true)
    return `${guard.guard} names ${guard.kind}, which has no verdict`
  if (ordered === true && dependencies === undefined) return `${guard.guard} needs dependencies, and the type has none`
  return undefined
}

function canSatisfy({ states }: ProjectType, name: string, guard: Guard): boolean {
  const { allows = [], adds = [], checklist = [] } = states[name] ?? {}
  const { by, steps } = NEEDS[guard.guard]
  if (steps === true && checklist.length === 0) return false
  if (by.includes('artifact.add') && guard.kind !== undefined && !adds.includes(guard.kind)) return false
  return by.some(ability => allows.includes(ability))
}

function holdsOnEntry(type: ProjectType, name: string, guard: Guard): boolean {
  const entering = type.transitions.filter(({ to, by }) => to === name && (by === 'advance' || by === 'complete'))
  const asks = ({ guards = [] }: Transition) =>
    guards.some(each => each.guard === guard.guard && each.kind === guard.kind && each.verdict === guard.verdict)
  return entering.length > 0 && entering.every(asks)
}

/** A command leads one way from a state, unless each way has an event of its own to be named by. */
function ambiguous({ states, transitions }: ProjectType): string[] {
  return Object.keys(states).flatMap(name => {
    const leaving = transitions.filter(({ from }) => from.includes(name)).map(({ event }) => event)
    return [...new Set(leaving.filter((event, index) => leaving.indexOf(event) !== index))].map(
      event => `${name} is left by ${event} twice`,
    )
  })
}
