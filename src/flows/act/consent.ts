import { isRefused, refuse } from '../../operation/errors.ts'
import { type ShellText, shell } from '../../shared/shell/shell.ts'
import type { Call } from '../../workspace/call.ts'
import { findRequest, requestPerson } from '../../workspace/requests/requests.ts'
import { type ConfirmSubject, takeToken } from './confirm-token.ts'
import type { FollowUp } from './find-follow-up.ts'

export interface ConsentPreview {
  readonly question?: string | undefined
  readonly prompt?: string | undefined
  readonly operation?: { readonly name: string; readonly input: unknown } | undefined
}

/** Whoever changes any of it after it was shown has to show it again. */
export function confirmSubjectFor(
  call: Call,
  { run, id }: FollowUp,
  { question, prompt, operation }: ConsentPreview,
): ConfirmSubject {
  return {
    interaction: run.id,
    action: id,
    person: call.actor.id,
    shown: JSON.stringify([question, prompt, operation]),
  }
}

/** A follow-up with a question is carried out after a person's yes, and no agent can say it. */
export async function requireConsent(
  call: Call,
  { followUp, shown, token }: { followUp: FollowUp; shown: ConsentPreview; token: string | undefined },
): Promise<void> {
  if (shown.question === undefined) return
  if (call.actor.kind !== 'person') throw await needsPerson(call, followUp, shown.question)
  if (isAnswering(call, followUp)) return
  const verdict = token === undefined ? 'missing' : takeToken(call, confirmSubjectFor(call, followUp, shown), token)
  if (verdict === 'good') return
  throw refuse('blocked', `${WHY[verdict]} ${shown.question}`, {
    target: 'confirm_token',
    fix: commandFor(followUp),
    details: {
      confirm: shown.question,
      reasons: [{ code: `token_${verdict}`, message: WHY[verdict], ids: [followUp.run.id] }],
    },
  })
}

const WHY = {
  missing: 'This has to be confirmed first:',
  wrong: 'That is no confirmation of this; look at it again:',
  expired: 'The confirmation has expired; look at it again:',
  used: 'The confirmation was used already; look at it again:',
} as const

async function needsPerson(call: Call, { tool, run, id }: FollowUp, question: string) {
  const { id: request, address } = await requestPerson(call, 'tool.act', {
    name: tool,
    interaction_id: run.id,
    action_id: id,
  })
  return refuse('needs_person', `A person has to say yes to this: ${question}`, {
    target: id,
    fix: shell`furrow request show ${request}`,
    details: { request, confirm: question, ...(address !== undefined && { address }) },
  })
}

/** A person who confirms the request of an agent has seen this very follow-up on the page, or in the terminal. */
function isAnswering({ operationId, store }: Call, { tool, run, id }: FollowUp): boolean {
  const [, request] = /^request-(.+)$/.exec(operationId) ?? []
  if (request === undefined) return false
  try {
    const { operation, status, input } = findRequest(store, request)
    const { name, interaction_id, action_id } = Object(input) as Record<string, unknown>
    return (
      operation === 'tool.act' && status === 'pending' && name === tool && interaction_id === run.id && action_id === id
    )
  } catch (error) {
    if (isRefused(error)) return false
    throw error
  }
}

function commandFor({ tool, run, id }: FollowUp): ShellText {
  return shell`furrow tool act ${tool} ${run.id} ${id}`
}
