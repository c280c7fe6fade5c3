import { cut } from './cut.ts'
import { type Level, type Message, objectIn, type Parcel } from './model.ts'

/** The limits of an embed. */
const TITLE = 256
const DESCRIPTION = 4096

const COLOURS: Readonly<Record<Level, number>> = {
  info: 0x3b82f6,
  success: 0x22c55e,
  warning: 0xf59e0b,
  error: 0xdc2626,
}

/** For "execute webhook": one embed, and nobody is mentioned whatever the text says. */
export function discordParcel(address: string, { text, title, level }: Message): Parcel {
  const url = new URL(address)
  // The message is answered, so that its id is known.
  url.searchParams.set('wait', 'true')
  const head = title === undefined ? undefined : cut(title, TITLE)
  const described = cut(text, DESCRIPTION)
  return {
    url: url.href,
    headers: {},
    confirms: answer => typeof objectIn(answer)['id'] === 'string',
    truncated: described.truncated || head?.truncated === true,
    body: {
      embeds: [{ ...(head !== undefined && { title: head.text }), description: described.text, color: COLOURS[level] }],
      allowed_mentions: { parse: [] },
    },
  }
}
