import { cut } from './cut.ts'
import { type Message, objectIn, type Parcel } from './model.ts'

const TITLE = 256
const BODY = 65_536

interface Where {
  base: string
  token: string
  repo: string
  /** A comment on it; a new issue when there is none. */
  issue: number | undefined
  labels: readonly string[] | undefined
}

/** GitHub's REST interface, version 2022-11-28: an issue, or a comment on one. */
export function githubParcel({ base, token, repo, issue, labels }: Where, { text, title, level }: Message): Parcel {
  const at = `${base.replace(/\/$/, '')}/repos/${repo}/issues`
  const body = cut(quiet(issue !== undefined && title !== undefined ? `**${title}**\n\n${text}` : text), BODY)
  const head = cut(quiet(title ?? `${level}: ${text.split('\n')[0]}`), TITLE)
  const headers = {
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${token}`,
    'x-github-api-version': '2022-11-28',
  }
  const confirms = (answer: string) => typeof objectIn(answer)['html_url'] === 'string'
  if (issue !== undefined)
    return { url: `${at}/${issue}/comments`, headers, confirms, truncated: body.truncated, body: { body: body.text } }
  return {
    url: at,
    headers,
    confirms,
    truncated: body.truncated || head.truncated,
    body: { title: head.text, body: body.text, ...(labels !== undefined && { labels }) },
  }
}

/** `@name` would notify a person or a team: a character of no width between the two takes that away. */
function quiet(text: string): string {
  return text.replace(/@(?=[A-Za-z0-9])/g, '@\u200b')
}
