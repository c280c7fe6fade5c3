import { type Received, startDescribed } from './counterparts/described.ts'
import { mutationProblems, readSchema } from './counterparts/graphql.ts'
import { answerOf, sampleOf } from './counterparts/sample.ts'
import type { Asked, Reply } from './counterparts/server.ts'

export interface Opened {
  readonly title: string
  readonly head: string
  readonly base: string
  readonly body: string
  readonly draft?: boolean
}

export interface OpenedIssue {
  readonly title: string
  readonly body: string
}

interface CheckRun {
  readonly name: string
  readonly status: 'queued' | 'in_progress' | 'completed'
  readonly conclusion: 'success' | 'failure' | null
}

/** A local server that speaks the pull requests, issues and checks of GitHub (REST version 2022-11-28, and GraphQL). */
export interface ForgeServer extends AsyncDisposable {
  readonly api: string
  readonly opened: Opened[]
  readonly issues: OpenedIssue[]
  /** The numbers of the pull requests that were marked as ready. */
  readonly ready: number[]
  /** What the checks of a commit say; one that has passed without it. */
  checks: (commit: string) => CheckRun[]
  /** What was wrong with requests and answers, by the published description. */
  readonly complaints: string[]
  /** Called after something was opened or changed and before that is answered. */
  beforeAnswer?: ((what: 'pull_request' | 'issue' | 'ready') => Promise<void>) | undefined
}

const TOKEN = 'secret-token'

export async function startForge(repo = 'team/shop'): Promise<ForgeServer> {
  const opened: Opened[] = []
  const issues: OpenedIssue[] = []
  const ready: number[] = []
  const schema = readSchema('github')
  const server = await startDescribed({
    providers: ['github'],
    fault: asked => (asked.path === '/graphql' ? markReady(asked) : undefined),
    answer(received, { complaints }) {
      const { headers, operation, values } = received
      if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, body: { message: 'Bad credentials' } }
      if (`${values['owner']}/${values['repo']}` !== repo) return { status: 404, body: { message: 'Not Found' } }
      const answer = ANSWERS[operation.operationId]
      if (answer !== undefined) return answer(received, complaints)
      throw new Error(`the stand-in does not know ${operation.operationId}`)
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
    await forge.beforeAnswer?.('pull_request')
    return { status: 201, body: answerOf(received, 201, viewOf(given, opened.length)) }
  }

  const openIssue = async (received: Received): Promise<Reply> => {
    const given = JSON.parse(received.text) as OpenedIssue
    issues.push(given)
    await forge.beforeAnswer?.('issue')
    return { status: 201, body: answerOf(received, 201, issueView(given, issues.length)) }
  }

  const listIssues = (received: Received): Reply => {
    const [page, size] = [Number(received.query.get('page') ?? 1), Number(received.query.get('per_page') ?? 30)]
    const rows = issues.map((each, index) => sampleOf(received, 'issue', issueView(each, index + 1)))
    return { body: rows.toReversed().slice((page - 1) * size, page * size) }
  }

  const listChecks = (received: Received): Reply => {
    const runs = forge.checks(received.values['ref'] ?? '')
    const rows = runs.map(run => sampleOf(received, 'check-run', { ...run, check_suite: null }))
    return { body: { total_count: rows.length, check_runs: rows } }
  }

  /** Not described with the REST interface: its request is held against the GraphQL schema. */
  const markReady = async ({ headers, text }: Asked): Promise<Reply> => {
    if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, body: { message: 'Bad credentials' } }
    server.complaints.push(...mutationProblems(schema, text))
    const { pullRequestId } = (JSON.parse(text) as { variables: { input: { pullRequestId: string } } }).variables.input
    const number = Number(pullRequestId.replace(/^PR_/, ''))
    const found = opened[number - 1]
    if (found === undefined) return { body: { data: null, errors: [{ message: 'Could not resolve to a node' }] } }
    opened[number - 1] = { ...found, draft: false }
    ready.push(number)
    await forge.beforeAnswer?.('ready')
    return { body: { data: { markPullRequestReadyForReview: { pullRequest: { isDraft: false } } } } }
  }

  const ANSWERS: Readonly<Record<string, (received: Received, complaints: string[]) => Reply | Promise<Reply>>> = {
    'repos/get': received => ({ body: answerOf(received, 200, { default_branch: 'main', full_name: repo }) }),
    'pulls/list': listed,
    'pulls/create': create,
    'issues/create': openIssue,
    'issues/list-for-repo': listIssues,
    'checks/list-for-ref': listChecks,
    'repos/get-combined-status-for-ref': received => ({ body: answerOf(received, 200, { statuses: [] }) }),
  }

  const viewOf = ({ title, head, base, body, draft = false }: Opened, number: number) => ({
    body,
    number,
    draft,
    node_id: `PR_${number}`,
    state: 'open',
    title,
    html_url: `https://forge.test/${repo}/pull/${number}`,
    head: { ref: head },
    base: { ref: base },
  })

  const issueView = ({ title, body }: OpenedIssue, number: number) => ({
    title,
    body,
    number,
    state: 'open',
    html_url: `https://forge.test/${repo}/issues/${number}`,
  })

  const forge: ForgeServer = {
    api: server.address,
    opened,
    issues,
    ready,
    checks: () => [{ name: 'ci', status: 'completed', conclusion: 'success' }],
    complaints: server.complaints,
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  }
  return forge
}

export function forgeConfig(api: string): string {
  return `schema_version: 1\nforge:\n  api: ${api}\n  token: ${TOKEN}\n`
}
