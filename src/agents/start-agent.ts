import { renderFollowed } from '../runs/show/render-run.ts'
import { answerWithRun } from '../runs/watch/answer-with-run.ts'
import { implement } from '../workspace/call.ts'
import * as contracts from './contracts.ts'
import { definedLimits, launchAgent } from './launch.ts'

const LONGEST_LABEL = 80

export const start = implement(() => contracts.start, {
  async run(call, { prompt, profile, agent, label, key, turns, minutes, tokens, cost, feature, change, unattended }) {
    const run = await launchAgent(call, {
      key: key === undefined ? `prompt:${call.operationId}` : `dispatch:${key}`,
      kind: 'prompt',
      label: label ?? labelOf(prompt),
      prompt,
      profile,
      ...(agent !== undefined && { agent }),
      limits: definedLimits({ turns, minutes, tokens, cost }),
      ...(feature !== undefined && { feature }),
      ...(change !== undefined && { change }),
      attended: unattended !== true,
    })
    return answerWithRun(call, run)
  },
  render: renderFollowed,
})

function labelOf(prompt: string): string {
  const line = prompt.trim().replace(/\s+/g, ' ')
  return line.length > LONGEST_LABEL ? `${line.slice(0, LONGEST_LABEL - 1)}…` : line
}
