import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { implement } from '../../workspace/call.ts'
import { TOOLS, toolPlaces } from '../files/tool-folders.ts'
import * as contracts from '../interactions/contracts.ts'
import { toolRun } from '../interactions/read-interactions.ts'
import { valueShapeOf } from './shape.ts'

export const saveTest = implement(() => contracts.saveTest, {
  async run(call, { id, test_name: test = id }) {
    const { tool } = await toolRun(call, id)
    const { name = '', input = {}, result } = tool ?? {}
    if (result === undefined)
      return refuse('invalid_state', `${id} has no result yet.`, { target: id, fix: shell`furrow runs wait ${id}` })
    const own = toolPlaces(call).find(place => place.name === name && place.source === 'repository')
    if (own === undefined)
      return refuse('invalid_state', `${name} is no tool of this repository; a clone of it is.`, {
        target: name,
        fix: shell`furrow tool clone ${name} my-${name.replaceAll(':', '-')}`,
      })
    const file = path.posix.join(TOOLS, name, 'tests', `${test}.json`)
    const fixture = { name: `as in ${id}`, input, expect: valueShapeOf(result) }
    await call.store.transact(call, tx => {
      tx.create(file, `${JSON.stringify(fixture, null, 2)}\n`)
      tx.emit('tool', name)
      tx.describe(`saved a test of ${name}`)
    })
    return { path: file }
  },
  render: ({ path: file }) => `Saved as ${file}. Run it with furrow tool test.`,
})
