import type { Call } from '../../workspace/call.ts'
import { endRequests } from '../../workspace/requests/requests.ts'
import { inFolder } from '../model.ts'

/** Whoever asked for the approval of these documents waits no longer, however the wish was spelled. */
export function endApproved(call: Call, files: readonly string[]): void {
  endRequests(call, 'confirmed', ({ operation, input }) => {
    const { path } = Object(input) as { path?: unknown }
    return operation === 'artifact.approve' && (typeof path !== 'string' || files.includes(inFolder(path)))
  })
}

const OF_PROJECTS: readonly string[] = ['artifact.approve', 'exploration.step_skip']

/** What was asked for a project that is over, or whose document was sent back, cannot be done any more. */
export function endApprovalRequests(call: Call, file?: string): void {
  endRequests(call, 'dismissed', ({ operation, input }) => {
    const { path } = Object(input) as { path?: unknown }
    if (file !== undefined)
      return operation === 'artifact.approve' && typeof path === 'string' && inFolder(path) === file
    return OF_PROJECTS.includes(operation)
  })
}
