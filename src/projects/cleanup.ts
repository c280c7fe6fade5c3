import { blocked } from '../operation/errors.ts'
import { shell } from '../operation/shell.ts'
import { revisionOf } from '../store/files.ts'
import { type Call, implement } from '../workspace/call.ts'
import type { Files } from '../workspace/files.ts'
import { endApprovalRequests } from './artifacts/requests.ts'
import { commit } from './engine.ts'
import * as contracts from './finalize/contracts.ts'
import type { Plan } from './model.ts'
import { currentState } from './parts.ts'
import { ARCHIVE, type Held } from './shelf.ts'
import { isForward, leaving } from './ways.ts'

export const cleanup = implement(contracts.cleanup, {
  async run(call) {
    const { held: _, ...answer } = await archive(call)
    return answer
  },
  render: ({ name, archive: place, verified, changed }) =>
    [
      `${name} is in ${place} now.`,
      ...verified.map(path => `- ${path} is as it was published`),
      ...changed.map(path => `- ${path} is not as it was published; what was approved is in the archive`),
    ].join('\n'),
})

/** Moves the working folder of a project that is over; what was published is compared with what was approved first. */
export async function archive(call: Call, part?: string) {
  const found: { verified: string[]; changed: string[] } = { verified: [], changed: [] }
  const order = { command: 'cleanup', ...(part !== undefined && { part }) }
  const held = await commit(call, order, ({ held: now, tx }) => {
    requireOver(now)
    const { name } = now.state.project
    for (const { path, content } of now.state.plan?.published ?? [])
      found[isSame(tx, { path, content }) ? 'verified' : 'changed'].push(path)
    const place = freeArchive(tx, name)
    return { state: now.state, summary: `archived in ${place}`, archive: place }
  })
  endApprovalRequests(call)
  return { held, name: held.state.project.name, archive: held.folder, ...found }
}

function isSame(files: Files, { path, content }: Pick<Plan['published'][number], 'path' | 'content'>): boolean {
  const bytes = files.read(path)?.bytes
  return bytes !== undefined && revisionOf(bytes) === content
}

function requireOver({ type, state }: Held): void {
  if (currentState(type, state).terminal === true) return
  const { name } = state.project
  const onward = leaving(type, state).find(isForward)
  throw blocked([
    {
      code: 'project_open',
      ids: [name],
      message: `${name} is in ${state.statechart.current_state}; only what is over goes to the archive`,
      fix: shell`furrow agent ${onward?.by ?? 'status'}`,
    },
  ])
}

export function freeArchive(files: Files, name: string): string {
  const taken = files.list(ARCHIVE)
  for (let n = 1; ; n += 1) {
    const wanted = n === 1 ? name : `${name}-${n}`
    if (!taken.includes(wanted)) return `${ARCHIVE}/${wanted}`
  }
}
