import type { ProjectEvent, ProjectState } from '../model.ts'
import { artifactsOf, phaseTasksOf } from '../record/project-parts.ts'

/** The entries of a log that two people merged, with one number each. */
export function renumbered(events: readonly ProjectEvent[]): ProjectEvent[] {
  if (new Set(events.map(({ seq }) => seq)).size === events.length) return [...events]
  const inTime = events.toSorted((one, other) => one.seq - other.seq || one.at.localeCompare(other.at))
  return inTime.map((event, index) => ({ ...event, seq: index + 1 }))
}

/** What the log tells and the state does not have: of the side that was not taken, or of later on. */
export function stepsLost(state: ProjectState, events: readonly ProjectEvent[]): string[] {
  return [...tasksLost(state, events), ...events.flatMap(event => recordLost(state, event, events) ?? [])]
}

function tasksLost(state: ProjectState, events: readonly ProjectEvent[]): string[] {
  const tasks = new Map(phaseTasksOf(state).map(({ task }) => [task.id, task]))
  return events.flatMap(event => {
    const by = event.actor.name ?? event.actor.id
    const added = addedIn(event).filter(({ id, name }) => !isSettled(events, event, id) && tasks.get(id)?.name !== name)
    const completed = /^(\d{3,}) completed/.exec(event.command === 'task update' ? event.summary : '')?.[1]
    const isLost = completed !== undefined && !isSettled(events, event, completed) && isOpen(tasks.get(completed))
    return [
      ...added.map(({ id, name }) => `${id} (${name}), added by ${by}, is not in it; add it again`),
      ...(isLost ? [`${completed} was completed by ${by} and is not in it; do that step again`] : []),
    ]
  })
}

type Lost = (state: ProjectState, event: ProjectEvent, by: string) => string | undefined

/** By the command of the entry. Records are known by the time at which they were made, since both sides give the same ids. */
const LOST: Readonly<Record<string, Lost>> = {
  note: ({ notes = [] }, { at, summary, reason = '' }, by) =>
    notes.some(note => note.at === at)
      ? undefined
      : `the ${summary.replace(/ noted$/, '')} "${reason}", noted by ${by}, is not in it; note it again`,
  resolve: ({ notes = [] }, { at, summary, reason = '' }, by) => {
    const id = summary.split(' ')[1] ?? ''
    const isThere = notes.some(note => note.resolved?.at === at || (note.id === id && (note.resolved?.at ?? '') > at))
    return isThere ? undefined : `the answer "${reason}" by ${by} to ${id} is not in it; resolve it again`
  },
  conclude: ({ conclusions = [] }, { at, summary }, by) => {
    const id = /^(c\d+) concluded$/.exec(summary)?.[1]
    const isThere = conclusions.some(each => each.at === at || (each.id === id && each.by === by && each.at > at))
    return id === undefined || isThere ? undefined : `${id}, concluded by ${by}, is not in it; conclude it again`
  },
  cite: ({ sources = [] }, { summary }, by) => {
    const source = /^s\d+ cites (.+)$/s.exec(summary)?.[1]
    const isThere = source === undefined || sources.some(each => each.source === source)
    return isThere ? undefined : `the source ${source}, cited by ${by}, is not in it; cite it again`
  },
  attach: ({ inputs = [] }, { summary }, by) => {
    const path = /^i\d+ attached: (.+)$/s.exec(summary)?.[1]
    const isThere = path === undefined || inputs.some(each => each.path === path)
    return isThere ? undefined : `the input ${path}, attached by ${by}, is not in it; attach it again`
  },
  'artifact add': (state, { summary }, by) => {
    const path = / is an? [\w-]+$/.test(summary) ? summary.replace(/ is an? [\w-]+$/, '') : undefined
    const isThere = path === undefined || artifactsOf(state).some(each => each.path === path)
    return isThere ? undefined : `${path}, registered by ${by}, is not in it; register it again`
  },
}

function recordLost(state: ProjectState, event: ProjectEvent, events: readonly ProjectEvent[]): string | undefined {
  const lost = LOST[event.command]?.(state, event, event.actor.name ?? event.actor.id)
  if (lost === undefined) return undefined
  const [first = ''] = event.summary.split(' ')
  const isTakenBack = events
    .slice(events.indexOf(event) + 1)
    .some(({ summary }) => summary === `${first} withdrawn` || summary === `${first} is registered no longer`)
  return isTakenBack ? undefined : lost
}

function isOpen(task: { readonly status: string } | undefined): boolean {
  return task === undefined || task.status === 'pending' || task.status === 'in_progress'
}

/** Whether a later entry decided about the same task. */
function isSettled(events: readonly ProjectEvent[], event: ProjectEvent, id: string): boolean {
  const later = events.slice(events.indexOf(event) + 1)
  return later.some(
    ({ summary }) => new RegExp(`^${id} (?!added)`).test(summary) && !summary.startsWith(`${id} linked`),
  )
}

/** The highest id of a task that the log has given out. */
export function lastLoggedTask(events: readonly ProjectEvent[]): number {
  return Math.max(0, ...events.flatMap(event => addedIn(event).map(({ id }) => Number(id))))
}

function addedIn({ command, summary }: ProjectEvent): { id: string; name: string }[] {
  if (command !== 'task create') return []
  return summary.split('; ').flatMap(part => {
    const [, id, name] = /^(\d{3,}) added: (.+)$/s.exec(part) ?? []
    return id === undefined || name === undefined ? [] : [{ id, name }]
  })
}
