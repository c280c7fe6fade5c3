import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { implement } from '../../workspace/call.ts'
import { memoryIn } from '../open.ts'
import type { Session } from '../port.ts'
import { projectIn } from '../projects/identity.ts'
import { redactPrivate } from '../text/privacy.ts'
import { isoTime, messageOf, viewMemoryProject } from '../view-record.ts'
import * as contracts from './contracts.ts'

export const start = implement(() => contracts.start, {
  async run(call, { id, project, directory = call.workspace.root }) {
    const found = await projectIn(call, project)
    const session = await memoryIn(call).startSession({ id, project: found.name, directory })
    return { session: view(session), project: viewMemoryProject(found) }
  },
  render: ({ session, project }) =>
    [`Session ${session.id} began for ${project.name} (by ${project.resolved_by}).`, ...messageOf(project)].join('\n'),
})

export const end = implement(() => contracts.end, {
  async run(call, { id, summary }) {
    const cleaned = summary === undefined ? undefined : redactPrivate(summary)
    const session = await memoryIn(call).endSession(id, cleaned?.text)
    if (session !== undefined) return { session: view(session), notices: [...(cleaned?.notices ?? [])] }
    return refuse('not_found', `There is no session ${id}.`, {
      target: id,
      fix: shell`furrow memory session start ${id}`,
    })
  },
  render: ({ session, notices }) => [`Session ${session.id} ended.`, ...notices].join('\n'),
})

function view({ started_at, ended_at, directory, summary, ...session }: Session) {
  return {
    ...session,
    started_at: isoTime(started_at),
    ...(directory !== undefined && { directory }),
    ...(ended_at !== undefined && { ended_at: isoTime(ended_at) }),
    ...(summary !== undefined && { summary }),
  }
}
