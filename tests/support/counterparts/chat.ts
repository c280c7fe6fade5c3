import { createHmac } from 'node:crypto'
import { type Received, startDescribed } from './described.ts'
import { parsedIn } from './description.ts'
import { answerOf } from './sample.ts'
import type { Answering, Counterpart, Reply } from './server.ts'

export const GITHUB_TOKEN = 'ghp_0123456789abcdefghijklmnop'
export const WEBHOOK_KEY = 'a shared key of some length'

export interface ChatServer extends Counterpart {
  readonly slack: string
  readonly discord: string
  readonly hook: string
  /** What arrived, in order. */
  readonly bodies: unknown[]
  /** What to answer instead, one for each request. */
  readonly instead: Answering[]
}

/** The receiving ends of messages: Slack's and Discord's webhooks, GitHub's issues, and a webhook of our own kind. */
export async function startChat(): Promise<ChatServer> {
  const bodies: unknown[] = []
  const instead: Answering[] = []
  const server = await startDescribed({
    providers: ['slack', 'discord', 'github', 'webhook'],
    fault: () => instead.shift(),
    answer(received, { complaints }) {
      bodies.push(parsedIn(received.text))
      return ANSWERS[received.operation.operationId]?.(received, complaints) ?? { status: 404, body: {} }
    },
  })
  return Object.assign(server, {
    slack: `${server.address}/services/T000/B000/secretpartofthis`,
    discord: `${server.address}/api/webhooks/123/secretpartofthis`,
    hook: `${server.address}/hook`,
    bodies,
    instead,
  })
}

const ANSWERS: Readonly<Record<string, (received: Received, complaints: string[]) => Reply>> = {
  'incoming-webhook': () => ({ headers: { 'content-type': 'text/html' }, body: 'ok' }),
  execute_webhook: received =>
    received.query.get('wait') === 'true'
      ? { body: answerOf(received, 200, { id: '991', type: 0 }) }
      : { status: 204, body: '' },
  'issues/create': github,
  'issues/create-comment': github,
  webhook({ headers, text }, complaints) {
    const signed = `sha256=${createHmac('sha256', WEBHOOK_KEY).update(text).digest('hex')}`
    if (headers['x-furrow-signature'] !== signed) complaints.push('the signature is wrong')
    return { status: 204, body: '' }
  },
}

function github(received: Received): Reply {
  const { headers, path } = received
  if (headers.authorization !== `Bearer ${GITHUB_TOKEN}`) return { status: 401, body: { message: 'Bad credentials' } }
  const html_url = `https://github.com${path.replace('/repos', '')}`
  return { status: 201, body: answerOf(received, 201, { id: 7, html_url }) }
}
