import { chooseAgent } from '../../agents/config/read-agents.ts'
import { isRefused } from '../../operation/errors.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { describeOperation, followUpHeadOf, problemIn } from './act.ts'
import { issueToken } from './confirm-token.ts'
import { type ConsentPreview, confirmSubjectFor } from './consent.ts'
import * as contracts from './contracts.ts'
import { type FollowUp, findFollowUp } from './find-follow-up.ts'
import type { ActPreview } from './model.ts'
import { planOperation } from './operation.ts'
import { promptOf, questionOf } from './prompt.ts'

export const preview = implement(() => contracts.preview, {
  async run(call, { agent, ...wanted }) {
    const followUp = await findFollowUp(call, wanted)
    const operation = describeOperation(planOperation(call, followUp))
    const prompt = await promptOf(call, followUp)
    const question = questionOf(followUp)
    return {
      ...followUpHeadOf(followUp),
      ...(question !== undefined && { question }),
      ...(prompt !== undefined && { prompt: prompt.text }),
      missing: [...new Set(prompt?.missing ?? [])],
      ...(operation !== undefined && { operation }),
      ...(prompt !== undefined && agentFor(call, agent)),
      ...tokenFor(call, followUp, { question, prompt: prompt?.text, operation }),
    }
  },
  render: renderPreview,
})

function agentFor(call: Call, wanted: string | undefined): Pick<ActPreview, 'agent' | 'without_agent'> {
  try {
    return { agent: chooseAgent(call, wanted).name }
  } catch (error) {
    if (!isRefused(error)) throw error
    return { without_agent: problemIn(error) }
  }
}

/** For the person who reads this, and nobody else. */
function tokenFor(
  call: Call,
  followUp: FollowUp,
  shown: ConsentPreview,
): Pick<ActPreview, 'confirm_token' | 'expires_at'> {
  if (shown.question === undefined || call.actor.kind !== 'person' || call.store.frozen !== undefined) return {}
  const { token, expires } = issueToken(call, confirmSubjectFor(call, followUp, shown))
  return { confirm_token: token, expires_at: new Date(expires).toISOString() }
}

function renderPreview({ action, tool, interaction_id: id, ...shown }: ActPreview): string {
  const { question, operation, prompt, agent, without_agent: none, missing } = shown
  return [
    `**${action.label}** on the run ${id} of ${tool}`,
    ...(question === undefined ? [] : ['', question]),
    ...(operation === undefined
      ? []
      : ['', `At once: ${operation.name}`, '', '```json', JSON.stringify(operation.input, null, 2), '```']),
    ...(none === undefined ? [] : ['', `${none.message}${none.fix ? ` \`${none.fix}\`` : ''}`]),
    ...(missing.length === 0 ? [] : ['', `This result has no ${missing.join(', ')}.`]),
    ...(prompt === undefined ? [] : ['', `What ${agent ?? 'an agent'} is asked:`, '', '````text', prompt, '````']),
  ].join('\n')
}
