import { answerWith } from '../runs/answer.ts'
import { renderFollowed } from '../runs/render.ts'
import { implement } from '../workspace/call.ts'
import * as contracts from './contracts.ts'
import { launchAgent } from './launch.ts'

const LONGEST_LABEL = 80

export const start = implement(contracts.start, {
  async run(call, { prompt, profile, agent, label, turns, minutes, unattended }) {
    const run = await launchAgent(call, {
      key: `prompt:${call.operationId}`,
      kind: 'prompt',
      label: label ?? labelOf(prompt),
      prompt,
      profile,
      ...(agent !== undefined && { agent }),
      limits: { ...(turns !== undefined && { turns }), ...(minutes !== undefined && { minutes }) },
      attended: unattended !== true,
    })
    return answerWith(call, run)
  },
  render: renderFollowed,
})

function labelOf(prompt: string): string {
  const line = prompt.trim().replace(/\s+/g, ' ')
  return line.length > LONGEST_LABEL ? `${line.slice(0, LONGEST_LABEL - 1)}…` : line
}
