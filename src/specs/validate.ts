import { implement } from '../workspace/call.ts'
import * as contracts from './contracts.ts'
import { printDocument } from './document.ts'
import { save, templateOf } from './save.ts'
import { whyNotValues } from './values.ts'
import { renderSpec } from './view.ts'

export const validate = implement(contracts.validate, {
  async run(call, { overwrite, ...values }) {
    const problem = whyNotValues('validate', values)
    if (problem !== undefined) return problem
    const template = await templateOf('validate')
    const done = values.verdict !== 'FAIL'
    return save(call, {
      stage: 'validate',
      overwrite,
      compose: (_tx, { mode }) => ({
        text: printDocument('validate', values, { mode, template }),
        done,
        notices: done ? [] : ['The verdict is FAIL: the stage stays open.'],
        spec: { verdict: values.verdict },
      }),
    })
  },
  render: renderSpec,
})
