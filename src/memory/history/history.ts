import { refuse } from '../../operation/errors.ts'
import { unifiedDiff } from '../../shared/diff.ts'
import { shell } from '../../shared/shell/shell.ts'
import { implement } from '../../workspace/call.ts'
import { missingRecord } from '../missing.ts'
import { memoryIn, publishMemoryEvent, recordOrigin } from '../open.ts'
import { isoTime, renderObservation, viewObservation } from '../view-record.ts'
import * as contracts from './contracts.ts'

export const history = implement(() => contracts.history, {
  async run(call, { id }) {
    const memory = memoryIn(call)
    const observation = await memory.get(id, { deleted: true })
    if (observation === undefined) return missingRecord(memory, id)
    const revisions = await memory.revisions(id)
    const later = [observation, ...revisions]
    return {
      observation: viewObservation(observation),
      revisions: revisions.map(({ n, type, title, content, at, origin }, index) => ({
        n,
        type,
        title,
        content,
        at: isoTime(at),
        origin,
        diff: unifiedDiff(textOf({ title, content }), textOf(later[index] ?? observation), `#${id}`),
      })),
    }
  },
  render: ({ observation, revisions }) =>
    [
      renderObservation(observation),
      ...revisions.map(
        ({ n, at, origin, diff }) => `Revision #${n} of ${at} by ${origin.actor}:\n\`\`\`diff\n${diff}\n\`\`\``,
      ),
    ].join('\n\n'),
})

export const restore = implement(() => contracts.restore, {
  async run(call, { id, revision }) {
    const memory = memoryIn(call)
    if ((await memory.get(id, { deleted: true })) === undefined) return missingRecord(memory, id)
    const observation = await memory.restoreRevision(id, revision, recordOrigin(call))
    if (observation === undefined)
      return refuse('not_found', `There is no revision ${revision} of record ${id}.`, {
        target: String(id),
        fix: shell`furrow memory history ${id}`,
      })
    await publishMemoryEvent(call, id)
    return { observation: viewObservation(observation) }
  },
  render: ({ observation }) =>
    `Restored, as revision #${observation.revision_count}:\n${renderObservation(observation)}`,
})

function textOf({ title, content }: { title: string; content: string }): string {
  return `${title}\n\n${content}\n`
}
