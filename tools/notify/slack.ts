import { type Cut, cut, pieces } from './cut.ts'
import type { Level, Message, Parcel } from './model.ts'

/** The limits of Block Kit: header 150, section 3000; of all blocks together Slack takes a little over 13,000. */
const HEADER = 150
const SECTION = 3000
const ALL = 12_000

const SIGNS: Readonly<Record<Level, string>> = {
  info: ':information_source:',
  success: ':white_check_mark:',
  warning: ':warning:',
  error: ':x:',
}

/** For an incoming webhook: a text for notifications, and blocks. */
export function slackParcel(url: string, { text, title, level }: Message): Parcel {
  const whole = escaped(text, ALL)
  const head = title === undefined ? undefined : cut(title, HEADER)
  const first = `${SIGNS[level]} `
  return {
    url,
    headers: {},
    confirms: text => text.trim() === 'ok',
    truncated: whole.truncated || head?.truncated === true,
    body: {
      text: escaped(title ?? text, 300).text,
      blocks: [
        ...(head === undefined
          ? []
          : [{ type: 'header', text: { type: 'plain_text', text: head.text, emoji: false } }]),
        ...pieces(`${first}${whole.text}`, SECTION).map(piece => ({
          type: 'section',
          text: { type: 'mrkdwn', text: piece, verbatim: true },
        })),
      ],
    },
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The three characters that Slack gives a meaning: `<!channel>` would call everybody. Cut before, so no entity is halved. */
function escaped(text: string, most: number): Cut {
  let room = most
  let end = 0
  for (const character of text) {
    const size = (ENTITIES[character] ?? character).length
    if (size > room) break
    room -= size
    end += character.length
  }
  const kept = text.slice(0, end).replace(/[&<>]/g, character => ENTITIES[character] ?? character)
  const truncated = end < text.length
  return { text: truncated ? `${kept}…` : kept, truncated }
}
