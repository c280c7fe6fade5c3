import type { AgentSubject, FindSubject } from '../../agents/agent-ports.ts'
import { findCard } from '../../board/entities.ts'
import { currentFeature } from '../../board/features/current.ts'
import { features } from '../../board/features/model.ts'
import { readCatalog } from '../../changes/record/catalog.ts'
import { activeIn, findChange } from '../../changes/record/change-files.ts'
import { isRefused } from '../../operation/errors.ts'
import type { Call } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'

/** What an agent works for: as it was named, else the current feature with its change, else the active change. */
export const findSubject: FindSubject = (call, named) => {
  const feature = named.feature ?? currentOne(call)
  const card = feature === undefined ? undefined : findCard(filesOf(call), features, feature).card
  return { ...(feature !== undefined && { feature }), ...changeOf(call, named.change, card?.change) }
}

/** A feature that was removed since is nobody's any more. */
function currentOne(call: Call): string | undefined {
  const current = currentFeature(call)
  if (current === undefined) return undefined
  return attempt(() => findCard(filesOf(call), features, current).id, 'not_found')
}

function changeOf(
  call: Call,
  named: string | undefined,
  linked: string | undefined,
): Pick<AgentSubject, 'change' | 'stage'> {
  const change = named === undefined ? implied(call, linked) : findChange(filesOf(call), named).change
  return change === undefined ? {} : { change: change.id, stage: change.current_stage }
}

/** Nobody named it, so what is wrong with it stops nobody. */
function implied(call: Call, linked: string | undefined) {
  return attempt(() =>
    linked === undefined ? activeIn(readCatalog(call))?.change : findChange(filesOf(call), linked).change,
  )
}

function attempt<T>(look: () => T, only?: string): T | undefined {
  try {
    return look()
  } catch (error) {
    if (isRefused(error) && (only === undefined || error.code === only)) return undefined
    throw error
  }
}
