import { type ShellText, shell } from '../../shared/shell/shell.ts'
import type { ProjectState } from '../model.ts'
import type { Ability, ProjectType, Transition, Trigger } from '../types/model.ts'

export function isForward({ by }: Pick<Transition, 'by'>): boolean {
  return by === 'advance' || by === 'complete'
}

export function transitionsFrom({ transitions }: ProjectType, state: ProjectState): Transition[] {
  return transitions.filter(({ from }) => from.includes(state.statechart.current_state))
}

export function commandOf(by: Trigger, reason: string): ShellText {
  return isForward({ by }) ? shell`furrow agent ${by}` : shell`furrow agent ${by} --reason ${reason}`
}

/** The first command on the shortest way to a state that allows it, or the one that shows where things stand. */
export function commandTowards(
  type: ProjectType,
  name: string,
  ability: Ability,
  reason = 'more has to be found out',
): ShellText {
  const { states, transitions } = type
  const first = new Map<string, Transition>()
  const reached = [name]
  for (const here of reached) {
    for (const way of transitions.filter(({ from, by }) => from.includes(here) && by !== 'abandon')) {
      if (way.to === name || first.has(way.to)) continue
      first.set(way.to, first.get(here) ?? way)
      reached.push(way.to)
    }
  }
  const goal = reached.find(each => each !== name && states[each]?.allows?.includes(ability) === true)
  const way = goal === undefined ? undefined : first.get(goal)
  // A way forward may be blocked itself; finish takes it, or says what is in the way.
  if (way !== undefined) return isForward(way) ? shell`furrow explore finish` : commandOf(way.by, reason)
  return states[name]?.terminal === true ? shell`furrow explore start --help` : shell`furrow agent status`
}
