import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { implement } from '../../workspace/call.ts'
import * as contracts from '../contracts.ts'
import { findTool, requireTrusted, requireWorking } from '../find-tool.ts'
import { objectIn, runForOutput } from '../meta/ask.ts'

const MOST = 1000

export const options = implement(() => contracts.options, {
  async run(call, { name, field, input }) {
    const tool = await findTool(call, name)
    requireTrusted(call, tool)
    requireWorking(tool)
    const key = tool.meta.form_layout?.find(each => each.key === field)?.options_from
    if (key === undefined)
      return refuse('not_found', `The options of ${field} are no question for ${name}.`, {
        target: field,
        fix: shell`furrow tool info ${name}`,
      })
    const { stdout, stderr, exitCode } = await runForOutput(call, tool.place, {
      closure: tool.closure,
      mode: ['--options', key],
      stdin: JSON.stringify(input),
    })
    const { ok, data, error } = objectIn(stdout) ?? {}
    if (ok === true && Array.isArray(data)) return { options: data.slice(0, MOST).map(String) }
    const why = typeof error === 'string' ? error : stderr.trim().split('\n').at(-1) || `exit code ${exitCode}`
    return refuse('failed', `${name} gave no options for ${field}: ${why}`, {
      target: field,
      fix: shell`furrow tool info ${name}`,
    })
  },
  render: ({ options: list }) => list.map(option => `- ${option}`).join('\n'),
})
