import path from 'node:path'
import { addressOf } from '../_shared/http.ts'
import { optionalSecret, secret } from '../_shared/secrets.ts'
import { defineTool, type ToolContext } from '../_shared/tool.ts'
import { discordParcel } from './discord.ts'
import { githubParcel } from './github.ts'
import { meta } from './meta.ts'
import { type Input, type Message, objectIn, type Parcel, type ProviderName } from './model.ts'
import { type Sent, send } from './send.ts'
import { slackParcel } from './slack.ts'
import { webhookParcel } from './webhook.ts'

defineTool<Input>({
  meta,
  async run(input, context) {
    const { message: text, title, level } = input
    const parcel = PARCELS[input.provider]({ text, level, ...(title !== undefined && { title }) }, { input, context })
    const sent = await send(parcel, {
      maxWaitSeconds: input.max_wait_seconds,
      timeoutSeconds: input.timeout_seconds,
      signal: context.signal,
      onWait: seconds => context.log(`${input.provider} asks to wait ${seconds} s`, 'stderr'),
    })
    return dataOf(input, parcel, sent)
  },
})

type Pack = (message: Message, here: { input: Input; context: ToolContext }) => Parcel

const PARCELS: Readonly<Record<ProviderName, Pack>> = {
  slack: message => slackParcel(addressOf(secret('SLACK_WEBHOOK_URL')).href, message),
  discord: message => discordParcel(addressOf(secret('DISCORD_WEBHOOK_URL')).href, message),
  github(message, { input }) {
    if (input.repo === undefined) throw new Error('Say in which repository: --repo owner/name')
    const base = optionalSecret('GITHUB_API_URL') ?? 'https://api.github.com'
    const { repo, issue, labels } = input
    return githubParcel({ base, token: secret('GITHUB_TOKEN'), repo, issue, labels }, message)
  },
  webhook: (message, { context }) =>
    webhookParcel(
      {
        url: addressOf(secret('WEBHOOK_URL')).href,
        key: optionalSecret('WEBHOOK_SECRET'),
        project: path.basename(context.root),
        now: new Date(),
      },
      message,
    ),
}

function dataOf(input: Input, { truncated }: Parcel, { answer, attempts, waited_seconds }: Sent) {
  const { id, html_url: url } = objectIn(answer.text)
  return {
    delivered: true,
    provider: input.provider,
    ...(input.channel !== undefined && { channel: input.channel }),
    status: answer.status,
    attempts,
    waited_seconds,
    truncated,
    ...(id !== undefined && { id: String(id) }),
    ...(typeof url === 'string' && { url }),
  }
}
