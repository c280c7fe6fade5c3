import { refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { unifiedDiff } from '../../store/diff.ts'
import { implement } from '../../workspace/call.ts'
import { missingRecord } from '../missing.ts'
import { announce, memoryIn, originOf } from '../open.ts'
import { iso, renderObservation, viewObservation } from '../view.ts'
import * as contracts from './contracts.ts'

export const history = implement(contracts.history, {
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
        at: iso(at),
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

export const restore = implement(contracts.restore, {
  async run(call, { id, revision }) {
    const memory = memoryIn(call)
    if ((await memory.get(id, { deleted: true })) === undefined) return missingRecord(memory, id)
    const observation = await memory.restoreRevision(id, revision, originOf(call))
    if (observation === undefined)
      return refuse('not_found', `There is no revision ${revision} of record ${id}.`, {
        target: String(id),
        fix: shell`furrow memory history ${id}`,
      })
    await announce(call, id)
    return { observation: viewObservation(observation) }
  },
  render: ({ observation }) =>
    `Restored, as revision #${observation.revision_count}:\n${renderObservation(observation)}`,
})

function textOf({ title, content }: { title: string; content: string }): string {
  return `${title}\n\n${content}\n`
}
