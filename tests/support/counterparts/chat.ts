import { createHmac } from 'node:crypto'
import { fields, misfits, parsed } from './fields.ts'
import { type Asked, type Counterpart, type Reply, startCounterpart } from './server.ts'

/** The receiving ends of messages, as their providers describe them (looked up in November 2026). */
const TEXT = (most: number) => ({ type: 'string', minLength: 1, maxLength: most })

/**
 * Slack, incoming webhooks: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 * Block Kit: header (plain_text of at most 150) https://docs.slack.dev/reference/block-kit/blocks/header-block, section
 * (at most 3000) https://docs.slack.dev/reference/block-kit/blocks/section-block, at most 50 blocks; text objects
 * https://docs.slack.dev/reference/block-kit/composition-objects/text-object; the text of a message is cut at 40,000
 * https://docs.slack.dev/changelog/2018-truncating-really-long-messages
 */
const SLACK = fields(
  {
    text: TEXT(40_000),
    blocks: {
      type: 'array',
      maxItems: 50,
      items: {
        oneOf: [
          fields(
            {
              type: { const: 'header' },
              text: fields({ type: { const: 'plain_text' }, text: TEXT(150), emoji: { type: 'boolean' } }, [
                'type',
                'text',
              ]),
            },
            ['type', 'text'],
          ),
          fields(
            {
              type: { const: 'section' },
              text: fields({ type: { const: 'mrkdwn' }, text: TEXT(3000), verbatim: { type: 'boolean' } }, [
                'type',
                'text',
              ]),
            },
            ['type', 'text'],
          ),
        ],
      },
    },
  },
  ['text'],
)

/**
 * Discord API v10, execute webhook: https://discord.com/developers/docs/resources/webhook#execute-webhook
 * Embed limits: https://discord.com/developers/docs/resources/message#embed-object-embed-limits
 * Allowed mentions: https://discord.com/developers/docs/resources/message#allowed-mentions-object
 */
const DISCORD = fields(
  {
    content: TEXT(2000),
    embeds: {
      type: 'array',
      maxItems: 10,
      items: fields({
        title: TEXT(256),
        description: TEXT(4096),
        color: { type: 'integer', minimum: 0, maximum: 0xffffff },
      }),
    },
    allowed_mentions: fields({ parse: { type: 'array', items: { enum: ['roles', 'users', 'everyone'] } } }, ['parse']),
  },
  ['embeds', 'allowed_mentions'],
)

/**
 * GitHub REST, version 2022-11-28: https://docs.github.com/en/rest/issues/issues#create-an-issue and
 * https://docs.github.com/en/rest/issues/comments#create-an-issue-comment; longer bodies are refused with 422.
 */
const ISSUE = fields({ title: TEXT(256), body: TEXT(65_536), labels: { type: 'array', items: { type: 'string' } } }, [
  'title',
])
const COMMENT = fields({ body: TEXT(65_536) }, ['body'])

/** Our own: docs of the tool, "webhook". */
const WEBHOOK = fields(
  {
    source: { const: 'furrow' },
    project: { type: 'string' },
    level: { enum: ['info', 'success', 'warning', 'error'] },
    title: { type: 'string' },
    message: TEXT(100_000),
    sent_at: { type: 'string' },
  },
  ['source', 'project', 'level', 'message', 'sent_at'],
)

export const GITHUB_TOKEN = 'ghp_0123456789abcdefghijklmnop'
export const WEBHOOK_KEY = 'a shared key of some length'

export interface ChatServer extends Counterpart {
  readonly slack: string
  readonly discord: string
  readonly hook: string
  /** What arrived, in order. */
  readonly bodies: unknown[]
  /** What to answer instead, one for each request. */
  readonly instead: (Reply | 'hang' | 'cut')[]
}

export async function startChat(): Promise<ChatServer> {
  const bodies: unknown[] = []
  const instead: (Reply | 'hang' | 'cut')[] = []
  const server = await startCounterpart((asked, { complaints }) => {
    const next = instead.shift()
    if (next !== undefined) return next
    const way = WAYS.find(({ path }) => path.test(asked.path))
    if (way === undefined || asked.method !== 'POST') return { status: 404, body: { message: 'Not Found' } }
    const body = parsed(asked.text)
    if (!/^application\/json/.test(asked.headers['content-type'] ?? '')) complaints.push('the body is not sent as JSON')
    complaints.push(...misfits(way.schema, body).map(problem => `${asked.path}: ${problem}`))
    bodies.push(body)
    return way.answer(asked, complaints)
  })
  return Object.assign(server, {
    slack: `${server.address}/services/T000/B000/secretpartofthis`,
    discord: `${server.address}/api/webhooks/123/secretpartofthis`,
    hook: `${server.address}/hook`,
    bodies,
    instead,
  })
}

interface Way {
  readonly path: RegExp
  readonly schema: Record<string, unknown>
  answer(asked: Asked, complaints: string[]): Reply
}

const WAYS: readonly Way[] = [
  {
    path: /^\/services\//,
    schema: SLACK,
    answer: () => ({ headers: { 'content-type': 'text/html' }, body: 'ok' }),
  },
  {
    path: /^\/api\/webhooks\//,
    schema: DISCORD,
    answer: ({ query }) =>
      query.get('wait') === 'true' ? { body: { id: '991', type: 0 } } : { status: 204, body: '' },
  },
  { path: /^\/repos\/[^/]+\/[^/]+\/issues$/, schema: ISSUE, answer: github },
  { path: /^\/repos\/[^/]+\/[^/]+\/issues\/\d+\/comments$/, schema: COMMENT, answer: github },
  {
    path: /^\/hook$/,
    schema: WEBHOOK,
    answer({ headers, text }, complaints) {
      const signed = `sha256=${createHmac('sha256', WEBHOOK_KEY).update(text).digest('hex')}`
      if (headers['x-furrow-signature'] !== signed) complaints.push('the signature is wrong')
      return { status: 204, body: '' }
    },
  },
]

function github({ headers, path }: Asked, complaints: string[]): Reply {
  if (headers.authorization !== `Bearer ${GITHUB_TOKEN}`) return { status: 401, body: { message: 'Bad credentials' } }
  if (headers['x-github-api-version'] !== '2022-11-28') complaints.push('no version')
  if (headers.accept !== 'application/vnd.github+json') complaints.push('no media type')
  if (headers['user-agent'] === undefined) complaints.push('no user agent')
  return { status: 201, body: { id: 7, html_url: `https://github.com${path.replace('/repos', '')}` } }
}
