import { type Received, startDescribed } from './counterparts/described.ts'
import { answerOf, sampleOf } from './counterparts/sample.ts'
import type { Reply } from './counterparts/server.ts'

export interface Opened {
  readonly title: string
  readonly head: string
  readonly base: string
  readonly body: string
}

/** A local server that speaks the pull-request part of GitHub's REST interface (version 2022-11-28). */
export interface ForgeServer extends AsyncDisposable {
  readonly api: string
  readonly opened: Opened[]
  /** What was wrong with requests and answers, by the published description. */
  readonly complaints: string[]
  /** Called after a pull request was recorded and before it is answered. */
  beforeAnswer?: (() => Promise<void>) | undefined
}

const TOKEN = 'secret-token'

export async function startForge(repo = 'team/shop'): Promise<ForgeServer> {
  const opened: Opened[] = []
  const server = await startDescribed({
    providers: ['github'],
    answer(received, { complaints }) {
      const { headers, operation, values } = received
      if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, body: { message: 'Bad credentials' } }
      if (`${values['owner']}/${values['repo']}` !== repo) return { status: 404, body: { message: 'Not Found' } }
      if (operation.operationId === 'repos/get')
        return { body: answerOf(received, 200, { default_branch: 'main', full_name: repo }) }
      return operation.operationId === 'pulls/list' ? listed(received, complaints) : create(received)
    },
  })

  const listed = (received: Received, complaints: string[]): Reply => {
    const [owner, branch] = (received.query.get('head') ?? '').split(':')
    // "user:ref-name": with another form every pull request is listed
    if (owner !== repo.split('/')[0] || received.query.get('state') !== 'open')
      complaints.push(`odd query ${received.query}`)
    const found = opened.flatMap((each, index) => (each.head === branch ? [viewOf(each, index + 1)] : []))
    return { body: found.map(each => sampleOf(received, 'pull-request-simple', each)) }
  }

  const create = async (received: Received): Promise<Reply> => {
    const given = JSON.parse(received.text) as Opened
    if (opened.some(({ head }) => head === given.head)) {
      const errors = [{ message: 'A pull request already exists', resource: 'PullRequest', code: 'custom' }]
      return { status: 422, body: answerOf(received, 422, { message: 'Validation Failed', errors }) }
    }
    opened.push(given)
    await forge.beforeAnswer?.()
    return { status: 201, body: answerOf(received, 201, viewOf(given, opened.length)) }
  }

  const viewOf = ({ title, head, base, body }: Opened, number: number) => ({
    body,
    number,
    state: 'open',
    title,
    html_url: `https://forge.test/${repo}/pull/${number}`,
    head: { ref: head },
    base: { ref: base },
  })

  const forge: ForgeServer = {
    api: server.address,
    opened,
    complaints: server.complaints,
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  }
  return forge
}

export function forgeConfig(api: string): string {
  return `schema_version: 1\nforge:\n  api: ${api}\n  token: ${TOKEN}\n`
}
