import { findChange } from '../../changes/record/change-files.ts'
import { isRefused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import * as contracts from './contracts.ts'
import { leadExplorer } from './look.ts'
import { parseReference } from './parse.ts'
import { walk } from './walk.ts'

export const why = implement(() => contracts.why, {
  async run(call, { what }) {
    await call.store.settled()
    const start = parseReference(what, id => isChange(call, id))
    const { causes, missing } = await walk([start], leadExplorer(call))
    if (causes.length === 0)
      return refuse('not_found', `There is no ${start.kind} ${start.id}.`, {
        target: what,
        fix: shell`furrow why --help`,
      })
    return { what, causes, missing }
  },
  render: ({ causes, missing }) =>
    [
      ...causes.flatMap(({ kind, id, title, because, command }, n) => [
        `${n + 1}. **${kind} ${id}**${title === id ? '' : `: ${title}`}`,
        ...(n === 0 ? [] : [`   because ${because}`]),
        ...(command === undefined ? [] : [`   \`${command}\``]),
      ]),
      ...(missing.length === 0 ? [] : ['', 'Not known:', ...missing.map(({ link, would }) => `- ${link}: ${would}`)]),
    ].join('\n'),
})

function isChange(call: Call, id: string): boolean {
  try {
    return findChange(filesOf(call), id) !== undefined
  } catch (error) {
    if (isRefused(error)) return error.code !== 'not_found'
    throw error
  }
}
