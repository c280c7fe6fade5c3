import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { implement } from '../../workspace/call.ts'
import { TOOLS, toolPlace } from '../files/tool-folders.ts'
import * as contracts from './contracts.ts'

/** Trust is given to exact code, so what is written here does not run before a person has looked at it. */
export const write = implement(() => contracts.write, {
  async run(call, { name, path: inTool, content, expected_revision }) {
    if (toolPlace(call, name)?.source !== 'repository')
      return refuse('not_found', `${name} is not a tool of this repository; only those can be written.`, {
        target: name,
        fix: shell`furrow tool clone ${name} my-${name.replaceAll(':', '-')}`,
      })
    const file = path.posix.join(TOOLS, name, inTool)
    return call.store.transact(call, tx => {
      const revision = tx.replace(file, content, expected_revision)
      tx.emit('tool', name, revision)
      tx.describe(`wrote ${inTool} of the tool ${name}`)
      return { path: file, revision }
    })
  },
  render: ({ path: file }) => `${file} is written. Next: furrow trust`,
})
