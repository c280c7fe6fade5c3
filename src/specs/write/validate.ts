import { blocked } from '../../operation/errors.ts'
import { implement } from '../../workspace/call.ts'
import * as contracts from '../contracts.ts'
import { renderSpec } from '../show/view-spec.ts'
import { decisions } from '../spec-ports.ts'
import { traceOf } from '../trace/coverage.ts'
import type { Trace } from '../trace/model.ts'
import { gapsIn, whyNotVerdict } from '../trace/verdict.ts'
import { printDocument } from './document.ts'
import { saveStage, templateOf } from './save.ts'
import { sectionsInFiles, sectionsOfStage } from './texts.ts'
import { whyNotValues } from './values.ts'

export const validate = implement(() => contracts.validate, {
  async run(call, { overwrite, ...values }) {
    const problem = whyNotValues('validate', values)
    if (problem !== undefined) return problem
    const template = await templateOf('validate')
    const recorded = await call.port(decisions)
    const done = values.verdict !== 'FAIL'
    return saveStage(call, {
      stage: 'validate',
      overwrite,
      compose(tx, { mode }) {
        const claims = printDocument('validate', values, { mode: 'expert', template })
        const others = sectionsInFiles(tx).filter(({ stage }) => stage !== 'validate')
        const trace = traceOf([...others, ...sectionsOfStage('validate', claims)], { decisions: recorded })
        const reasons = whyNotVerdict(values.verdict, trace, claims)
        if (reasons.length > 0) throw blocked(reasons)
        return {
          text: `${printDocument('validate', values, { mode, template })}\n${computed(trace)}`,
          done,
          notices: [...(done ? [] : ['The verdict is FAIL: the stage stays open.']), summary(trace)],
          spec: { verdict: values.verdict },
        }
      },
    })
  },
  render: renderSpec,
})

/** What the ids say, beside what was claimed. */
function computed(trace: Trace): string {
  const gaps = gapsIn(trace)
  return [
    '## Computed Coverage',
    '',
    summary(trace),
    '',
    '| id | priority | designed | tasks |',
    '| --- | --- | --- | --- |',
    ...trace.coverage.map(
      row =>
        `| ${row.id} | ${row.priority ?? ''} | ${row.designed ? 'yes' : 'no'} | ${row.tasks.join(', ') || 'none'} |`,
    ),
    ...(gaps.length === 0 ? [] : ['', ...gaps.map(({ message }) => `- ${message}`)]),
    '',
  ].join('\n')
}

function summary({ coverage }: Trace): string {
  const needed = coverage.filter(({ priority }) => priority === 'must')
  const covered = needed.filter(row => row.covered).length
  const all = coverage.filter(({ priority, id }) => priority !== 'wont' && !id.startsWith('BR-'))
  return `Computed: ${covered} of ${needed.length} must-haves and ${all.filter(row => row.covered).length} of ${all.length} requirements are covered by tasks.`
}
