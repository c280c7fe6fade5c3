import http from 'node:http'
import type { AddressInfo } from 'node:net'

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
  /** What was wrong with requests, by the published description: headers, types, needed fields. */
  readonly complaints: string[]
  /** Called after a pull request was recorded and before it is answered. */
  beforeAnswer?: (() => Promise<void>) | undefined
}

const TOKEN = 'secret-token'

export async function startForge(repo = 'team/shop'): Promise<ForgeServer> {
  const opened: Opened[] = []
  const complaints: string[] = []
  const forge: ForgeServer = {
    get api() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    opened,
    complaints,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  const server = http.createServer((request, response) => {
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
    }
    const url = new URL(request.url ?? '/', forge.api)
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return answer(401, { message: 'Bad credentials' })
    if (request.headers['user-agent'] === undefined) complaints.push('no user agent')
    if (request.headers['x-github-api-version'] !== '2022-11-28') complaints.push('no version')
    if (url.pathname === `/repos/${repo}`) return answer(200, { default_branch: 'main', full_name: repo })
    if (url.pathname !== `/repos/${repo}/pulls`) return answer(404, { message: 'Not Found' })
    if (request.method === 'GET') return answer(200, listed(url))
    let text = ''
    request.on('data', chunk => {
      text += chunk
    })
    request.on('end', () => void create(JSON.parse(text) as Opened).then(([status, body]) => answer(status, body)))
  })

  const listed = (url: URL) => {
    const [owner, branch] = (url.searchParams.get('head') ?? '').split(':')
    if (owner !== repo.split('/')[0] || url.searchParams.get('state') !== 'open')
      complaints.push(`odd query ${url.search}`)
    return opened.flatMap((each, index) => (each.head === branch ? [viewOf(each, index + 1)] : []))
  }

  const create = async (given: Opened): Promise<[number, unknown]> => {
    for (const field of ['title', 'head', 'base', 'body'] as const)
      if (typeof given[field] !== 'string') complaints.push(`${field} is no text`)
    if (opened.some(({ head }) => head === given.head))
      return [422, { message: 'Validation Failed', errors: [{ message: 'A pull request already exists' }] }]
    opened.push(given)
    await forge.beforeAnswer?.()
    return [201, viewOf(given, opened.length)]
  }

  const viewOf = ({ title, head, base }: Opened, number: number) => ({
    number,
    state: 'open',
    title,
    html_url: `https://forge.test/${repo}/pull/${number}`,
    head: { ref: head },
    base: { ref: base },
  })

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return forge
}

export function forgeConfig(api: string): string {
  return `schema_version: 1\nforge:\n  api: ${api}\n  token: ${TOKEN}\n`
}
