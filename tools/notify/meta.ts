import type { SecretRef, ToolMeta } from '../_shared/tool.ts'
import { LEVELS, PROVIDERS } from './model.ts'

const CHANNEL = '{{input.channel | default:default}}'

const needed = (env_var: string, description: string, provider: string, more: Partial<SecretRef> = {}): SecretRef => ({
  env_var,
  description,
  required: true,
  when: `$.provider == "${provider}"`,
  ...more,
})

export const meta: ToolMeta = {
  name: 'notify',
  display_name: 'Notify',
  description: 'Posts a message to Slack, Discord, GitHub or any webhook.',
  version: '1.0.0',
  timeout_seconds: 300,
  effect: 'write',
  tags: ['comms'],
  secrets: [
    needed('SLACK_WEBHOOK_URL', 'The incoming webhook of a Slack channel', 'slack', { scope: CHANNEL }),
    needed('DISCORD_WEBHOOK_URL', 'The webhook of a Discord channel', 'discord', { scope: CHANNEL }),
    needed('GITHUB_TOKEN', 'A token that may write issues', 'github'),
    needed('GITHUB_API_URL', 'Another address than https://api.github.com', 'github', { required: false }),
    needed('WEBHOOK_URL', 'Where to post the message', 'webhook', { scope: CHANNEL }),
    needed('WEBHOOK_SECRET', 'A key to sign messages with', 'webhook', { scope: CHANNEL, required: false }),
  ],
  form_layout: [
    { key: 'provider', type: 'select', label: 'To', options: [...PROVIDERS], required: true },
    {
      key: 'channel',
      type: 'text',
      label: 'Channel',
      placeholder: 'default',
      help: 'The scope in which its webhook is kept: furrow secrets set SLACK_WEBHOOK_URL --scope releases',
      show_when: '$.provider != "github"',
    },
    { key: 'repo', type: 'text', label: 'Repository', placeholder: 'owner/name', show_when: '$.provider == "github"' },
    {
      key: 'issue',
      type: 'text',
      label: 'Issue',
      placeholder: 'a new one',
      help: 'The number of the issue or pull request to comment on.',
      show_when: '$.provider == "github"',
    },
    { key: 'title', type: 'text', label: 'Title' },
    { key: 'message', type: 'textarea', label: 'Message', required: true },
    { key: 'level', type: 'select', label: 'Level', options: [...LEVELS], default: 'info' },
  ],
  input_schema: {
    type: 'object',
    properties: {
      provider: { type: 'string', enum: [...PROVIDERS] },
      message: { type: 'string', minLength: 1, maxLength: 200_000 },
      title: { type: 'string', minLength: 1, maxLength: 1000 },
      level: { type: 'string', enum: [...LEVELS], default: 'info' },
      channel: {
        type: 'string',
        pattern: '^[a-z0-9][a-z0-9_-]{0,59}$',
        description: 'Whose webhook: a scope of secrets',
      },
      repo: { type: 'string', pattern: '^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$', description: 'GitHub: owner/name' },
      issue: { type: 'integer', minimum: 1, description: 'GitHub: comment on this issue or pull request' },
      labels: {
        type: 'array',
        items: { type: 'string', minLength: 1 },
        maxItems: 20,
        description: 'GitHub: of a new issue',
      },
      timeout_seconds: {
        type: 'number',
        exclusiveMinimum: 0,
        maximum: 60,
        default: 15,
        description: 'For each answer',
      },
      max_wait_seconds: { type: 'number', minimum: 0, maximum: 240, default: 60 },
    },
    required: ['provider', 'message'],
    additionalProperties: false,
  },
  output_schema: {
    type: 'object',
    properties: {
      delivered: { type: 'boolean' },
      provider: { type: 'string' },
      status: { type: 'integer' },
      attempts: { type: 'integer' },
      waited_seconds: { type: 'number' },
      truncated: { type: 'boolean' },
      id: { type: 'string' },
      url: { type: 'string' },
    },
  },
  render: { kind: 'key-value' },
}
