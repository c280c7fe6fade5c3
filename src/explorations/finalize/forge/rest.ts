import * as z from 'zod'
import { refuse } from '../../../operation/errors.ts'
import { shell } from '../../../shared/shell/shell.ts'
import type { Forge, ForgeCheck, Issue, Repo } from './forge.ts'

/** One request to the interface of a forge: by a connection of ours, or through its own program. */
export type Ask = (request: {
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** Below the address of the interface. */
  readonly place: string
  readonly body?: unknown
}) => Promise<unknown>

const Pull = z.looseObject({
  html_url: z.string(),
  number: z.int(),
  title: z.string(),
  node_id: z.string().optional(),
  body: z.string().nullish(),
  draft: z.boolean().optional(),
  head: z.looseObject({ ref: z.string() }).optional(),
})
type Pull = z.infer<typeof Pull>

/** GitHub's REST interface, which Forgejo and Gitea speak too. */
export function restForge(ask: Ask, repo: Repo): Omit<Forge, 'name'> {
  const base = `/repos/${repo.owner}/${repo.name}`
  const pullOf = async (branch: string): Promise<Pull | undefined> => {
    const query = new URLSearchParams({ head: `${repo.owner}:${branch}`, state: 'open' })
    const found = readAnswer(z.array(Pull), await ask({ method: 'GET', place: `${base}/pulls?${query}` }))
    return found.find(({ head }) => head === undefined || head.ref === branch)
  }
  return {
    async find(branch) {
      const open = await pullOf(branch)
      return open && { url: open.html_url, body: open.body === null ? '' : open.body, draft: open.draft === true }
    },
    async create({ branch, base: into, title, body, draft }) {
      const asked = into === undefined ? await ask({ method: 'GET', place: base }) : undefined
      const target = into ?? readAnswer(Repository, asked).default_branch
      const wanted = { title, head: branch, base: target, body, ...(draft === true && { draft }) }
      const made = readAnswer(Pull, await ask({ method: 'POST', place: `${base}/pulls`, body: wanted }))
      if (draft === true && made.draft !== true) await retitle(ask, { base, pull: made, title: `${DRAFT}${title}` })
      return made.html_url
    },
    async markReady(branch) {
      const open = await pullOf(branch)
      if (open === undefined || open.draft !== true) return
      if (open.title.startsWith(DRAFT)) await retitle(ask, { base, pull: open, title: open.title.slice(DRAFT.length) })
      else await ask({ method: 'POST', place: '/graphql', body: readyMutation(open) }).then(requireNoErrors)
    },
    async checksOf(commit) {
      const runs = readAnswer(
        CheckRuns,
        await ask({ method: 'GET', place: `${base}/commits/${commit}/check-runs?per_page=100` }).catch(whereUnknown),
      )
      const said = await ask({ method: 'GET', place: `${base}/commits/${commit}/status` })
      return [...(runs?.check_runs ?? []).map(runCheck), ...statusesIn(said)]
    },
    async findIssue(mark, since) {
      for (let page = 1; ; page += 1) {
        const query = new URLSearchParams({ state: 'all', since, per_page: String(PAGE), page: String(page) })
        const rows = readAnswer(z.array(IssueRow), await ask({ method: 'GET', place: `${base}/issues?${query}` }))
        const found = rows.find(({ body, pull_request: pull }) => pull == null && body?.includes(mark) === true)
        if (found !== undefined) return issueOf(found)
        if (rows.length < PAGE) return undefined
      }
    },
    async openIssue({ title, body }) {
      return issueOf(
        readAnswer(IssueRow, await ask({ method: 'POST', place: `${base}/issues`, body: { title, body } })),
      )
    },
  }
}

const Repository = z.looseObject({ default_branch: z.string() })
const Errors = z.looseObject({ errors: z.array(z.looseObject({ message: z.string() })).optional() })

/** A proxy, a page to sign in or a connection that broke off may answer in the place of the forge. */
export function readAnswer<Schema extends z.ZodType>(schema: Schema, said: unknown): z.infer<Schema> {
  const read = schema.safeParse(said)
  if (read.success) return read.data
  throw refuse('failed', 'What the forge answered is not what was asked for, or broke off.', {
    target: 'forge',
    fix: shell`furrow agent finalize --apply`,
    cause: read.error,
  })
}

const PAGE = 100

/** How Forgejo and Gitea know a draft: by its title. */
const DRAFT = 'WIP: '

async function retitle(ask: Ask, { base, pull, title }: { base: string; pull: Pull; title: string }): Promise<void> {
  await ask({ method: 'PATCH', place: `${base}/pulls/${pull.number}`, body: { title } })
}

/** GitHub takes a draft back in its GraphQL interface alone. */
function readyMutation({ node_id: id }: Pull) {
  return {
    query:
      'mutation($input: MarkPullRequestReadyForReviewInput!) { markPullRequestReadyForReview(input: $input) { pullRequest { isDraft } } }',
    variables: { input: { pullRequestId: id } },
  }
}

function requireNoErrors(said: unknown): void {
  const [first] = readAnswer(Errors, said).errors ?? []
  if (first === undefined) return
  throw refuse('failed', `The pull request was not marked as ready: ${first.message}`, {
    target: 'pull_request',
    fix: shell`furrow agent finalize --apply`,
  })
}

const CheckRuns = z
  .looseObject({
    check_runs: z.array(
      z.looseObject({
        name: z.string(),
        status: z.string(),
        conclusion: z.string().nullable(),
        html_url: z.string().nullish(),
      }),
    ),
  })
  .optional()

type CheckRun = NonNullable<z.infer<typeof CheckRuns>>['check_runs'][number]

/** A forge that knows commit statuses only has no check runs. */
function whereUnknown(error: unknown): undefined {
  if (error instanceof Object && (error as { details?: { status?: unknown } }).details?.status === 404) return undefined
  throw error
}

const GOOD: readonly string[] = ['success', 'neutral', 'skipped']

function runCheck({ name, status, conclusion, html_url: url }: CheckRun): ForgeCheck {
  const standing = status !== 'completed' ? 'running' : GOOD.includes(conclusion ?? '') ? 'passed' : 'failed'
  return { name, standing, ...(url != null && { url }) }
}

const Statuses = z.looseObject({
  statuses: z
    .array(
      z.looseObject({
        context: z.string(),
        state: z.string().optional(),
        status: z.string().optional(),
        target_url: z.string().nullish(),
      }),
    )
    .nullish(),
})

/** One for each context; `state` is GitHub's word, `status` that of Forgejo and Gitea. */
function statusesIn(said: unknown): ForgeCheck[] {
  return (readAnswer(Statuses, said).statuses ?? []).map(({ context, state, status, target_url: url }) => {
    const is = state ?? status
    const standing = is === 'success' ? 'passed' : is === 'pending' ? 'running' : 'failed'
    return { name: context, standing, ...(url != null && { url }) }
  })
}

const IssueRow = z.looseObject({
  number: z.int(),
  html_url: z.string(),
  body: z.string().nullish(),
  pull_request: z.unknown().optional(),
})

function issueOf({ number, html_url: url }: z.infer<typeof IssueRow>): Issue {
  return { number, url }
}
