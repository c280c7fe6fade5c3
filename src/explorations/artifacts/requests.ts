import type { Call } from '../../workspace/call.ts'
import { endRequests, type PersonRequest } from '../../workspace/requests/requests.ts'
import { isInFolder } from '../model.ts'

const APPROVE = 'artifact.approve'

/** Whoever asked for the approval of documents that are all approved now waits no longer, however the wish was spelled. */
export function endApproved(call: Call, approved: readonly string[]): void {
  endRequests(call, 'confirmed', request => documentsOf(request)?.every(file => approved.includes(file)) === true)
}

const OF_PROJECTS: readonly string[] = [APPROVE, 'exploration.step_skip', 'exploration.research', 'exploration.accept']

/** What was asked for a project that is over, or whose document was sent back, cannot be done any more. */
export function endApprovalRequests(call: Call, file?: string): void {
  endRequests(call, 'dismissed', request => {
    if (file !== undefined) return documentsOf(request)?.includes(file) === true
    return OF_PROJECTS.includes(request.operation)
  })
}

/** The documents that a request for approval names. */
function documentsOf({ operation, input }: PersonRequest): string[] | undefined {
  if (operation !== APPROVE) return undefined
  const { path, also } = Object(input) as { path?: unknown; also?: unknown }
  const named = [path, ...(Array.isArray(also) ? also : [])]
  return named.filter(each => typeof each === 'string').map(isInFolder)
}
