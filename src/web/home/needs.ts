import type { Need } from '../../flows/model.ts'
import { useRead } from '../api/query.ts'
import { createState, type State, useStateOf } from '../api/state.ts'

import { openNeeds, parseDismissed } from './open-needs.ts'

/** Failed runs that this person has seen and put away, by the address of the run; kept in this browser. */
const KEY = 'furrow.put-away'
const MOST = 200

const putAway: State<readonly string[]> = createState(parseDismissed(localStorage.getItem(KEY)))

export function dismissRun(href: string): void {
  keep([...putAway.get().filter(each => each !== href), href].slice(-MOST))
}

export function restoreRun(href: string): void {
  keep(putAway.get().filter(each => each !== href))
}

function keep(next: readonly string[]): void {
  localStorage.setItem(KEY, JSON.stringify(next))
  putAway.set(next)
}

/** Everything that waits for this person, as Home lists it and the title of the tab counts it. */
export function useNeeds(): readonly Need[] {
  const away = useStateOf(putAway)
  const status = useRead('workspace.status', {})
  const attention = useRead('flow.attention', {})
  return openNeeds([...(status.data?.needs ?? []), ...(attention.data?.needs ?? [])], away)
}
