import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { implement } from '../../workspace/call.ts'
import { misnamedTools, TOOLS } from '../files/tool-folders.ts'
import { findTools } from '../find-tool.ts'
import * as contracts from './contracts.ts'
import { lint } from './lint.ts'
import { listOf } from './tool-list.ts'

export const LIST = `${TOOLS}/tools.md`

export const sync = implement(() => contracts.sync, {
  async run(call, { check }) {
    const tools = await findTools(call)
    const now = await call.store.read(LIST)
    const before = now === undefined ? '' : Buffer.from(now.bytes).toString()
    const text = listOf(tools, before)
    const misnamed = misnamedTools(call).map(({ name: tool, why }) => ({ tool, field: 'its name', message: why }))
    const problems = [...tools.flatMap(lint), ...misnamed]
    const changed = before !== text
    if (check === true && (changed || problems.length > 0)) return stale(changed, problems)
    if (changed)
      await call.store.transact(call, tx => {
        const current = tx.read(LIST)?.bytes.toString() ?? ''
        tx.write(LIST, listOf(tools, current))
        tx.describe('listed the tools')
      })
    return { path: LIST, changed, problems }
  },
  render({ path, changed, problems }) {
    return [
      changed ? `${path} is written.` : `${path} is up to date.`,
      ...problems.map(({ tool, field, message }) => `- ${tool}: ${field} ${message}`),
    ].join('\n')
  },
})

function stale(changed: boolean, problems: readonly { tool: string; field: string; message: string }[]) {
  const reasons = [
    ...(changed
      ? [{ code: 'list_old', message: `${LIST} is not up to date.`, ids: [LIST], fix: shell`furrow tool sync` }]
      : []),
    ...problems.map(({ tool, field, message }) => ({
      code: 'tool_wrong',
      message: `${tool}: ${field} ${message}`,
      ids: [tool],
      fix: shell`furrow tool info ${tool}`,
    })),
  ]
  return refuse('blocked', reasons[0]?.message ?? '', {
    target: reasons[0]?.ids[0] ?? LIST,
    fix: reasons[0]?.fix ?? shell`furrow tool sync`,
    details: { reasons },
  })
}
