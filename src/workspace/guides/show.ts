import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { implement } from '../call.ts'
import * as contracts from './contracts.ts'
import { summaries } from './list-guides.ts'
import type { GuideSummary } from './model.ts'
import { guideText } from './text.ts'

export const show = implement(() => contracts.show, {
  async run(call, { name }) {
    if (name === undefined) return { guides: summaries(call.manifest) }
    const guide = call.manifest.guides.find(entry => entry.name === name)
    if (guide === undefined)
      return refuse('not_found', `There is no guide ${name}.`, { target: name, fix: shell`furrow guide` })
    return { name, title: guide.title, text: await guideText(guide) }
  },
  render: ({ text, guides = [] }) => text ?? guides.map(lineOf).join('\n'),
})

function lineOf({ name, summary }: GuideSummary): string {
  return `- ${name}: ${summary}`
}
