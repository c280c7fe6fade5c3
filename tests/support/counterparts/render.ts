import { fields, misfits, parsed } from './fields.ts'
import { type Asked, type Counterpart, type Reply, startCounterpart } from './server.ts'

/**
 * Render's REST interface v1, as far as deploys, services and logs go. The fields are those of the pages cited below and of
 * the client that Render generates from its public schema (github.com/render-oss/cli, pkg/client, commit 013def45).
 */
const STRING = { type: 'string' }
const TIME = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d' }

/** https://api-docs.render.com/reference/create-deploy, body */
const CREATE_DEPLOY = fields({
  clearCache: { enum: ['clear', 'do_not_clear'] },
  commitId: { type: 'string', pattern: '^[0-9a-f]{7,40}$' },
  imageUrl: STRING,
  deployMode: STRING,
})
/** https://api-docs.render.com/reference/rollback-deploy, body */
const ROLLBACK = fields({ deployId: STRING }, ['deployId'])
/** https://api-docs.render.com/reference/retrieve-deploy, answer */
const DEPLOY = fields(
  {
    id: STRING,
    commit: fields({ id: STRING, message: STRING, createdAt: TIME }),
    image: { type: 'object' },
    status: {
      enum: [
        'created',
        'queued',
        'build_in_progress',
        'update_in_progress',
        'live',
        'deactivated',
        'build_failed',
        'update_failed',
        'canceled',
        'pre_deploy_in_progress',
        'pre_deploy_failed',
      ],
    },
    trigger: STRING,
    startedAt: TIME,
    finishedAt: TIME,
    createdAt: TIME,
    updatedAt: TIME,
  },
  ['id'],
)
/** https://api-docs.render.com/reference/list-deploys, answer: each with the cursor of its place */
const DEPLOYS = { type: 'array', items: fields({ deploy: DEPLOY, cursor: STRING }) }
/** https://api-docs.render.com/reference/list-logs, answer; the entry is `Log` of logs_gen.go */
const LOGS = fields(
  {
    hasMore: { type: 'boolean' },
    nextStartTime: TIME,
    nextEndTime: TIME,
    logs: {
      type: 'array',
      items: fields(
        {
          id: STRING,
          message: STRING,
          timestamp: TIME,
          labels: { type: 'array', items: fields({ name: STRING, value: STRING }) },
        },
        ['id', 'message', 'timestamp', 'labels'],
      ),
    },
  },
  ['hasMore', 'nextStartTime', 'nextEndTime', 'logs'],
)

export interface RenderDeploy {
  readonly id: string
  status: string
  readonly commit?: string
}

export interface RenderLog {
  readonly timestamp: string
  readonly message: string
  readonly level?: string
}

export interface RenderServer extends Counterpart {
  /** The newest first. */
  readonly deploys: RenderDeploy[]
  /** What a new deploy goes through, one step for each look. */
  steps: string[]
  logs: RenderLog[]
}

export const RENDER_KEY = 'rnd_0123456789abcdefghij'
export const RENDER_SERVICE = 'srv-0123456789abcdefghij'
const NOW = '2026-01-02T03:04:05Z'
const PAGE = 3

export async function startRender(given: { deploys?: RenderDeploy[]; logs?: RenderLog[] } = {}): Promise<RenderServer> {
  const state = { deploys: [...(given.deploys ?? [])], steps: ['build_in_progress', 'live'], logs: given.logs ?? [] }
  const waiting = new Map<string, string[]>()
  const server = await startCounterpart((asked, { complaints }) => {
    if (asked.headers.authorization !== `Bearer ${RENDER_KEY}`)
      return { status: 401, body: { id: 'unauthorized', message: 'Unauthorized' } }
    const found = answer(asked, { state, waiting, complaints })
    return found ?? { status: 404, body: { id: 'not_found', message: 'not found' } }
  })
  return Object.assign(state, server)
}

interface Inside {
  readonly state: { deploys: RenderDeploy[]; steps: string[]; logs: RenderLog[] }
  readonly waiting: Map<string, string[]>
  readonly complaints: string[]
}

function answer(asked: Asked, inside: Inside): Reply | undefined {
  const { state, waiting, complaints } = inside
  const checked = (schema: Record<string, unknown>, body: unknown, status = 200): Reply => {
    complaints.push(...misfits(schema, body).map(problem => `answer to ${asked.path}: ${problem}`))
    return { status, body }
  }
  const taken = (schema: Record<string, unknown>) =>
    complaints.push(...misfits(schema, parsed(asked.text)).map(problem => `${asked.method} ${asked.path}: ${problem}`))
  const [, service, rest = ''] = /^\/v1\/services\/([^/]+)(.*)$/.exec(asked.path) ?? []
  if (asked.path === '/v1/logs') return checked(LOGS, page(asked, inside))
  if (service !== RENDER_SERVICE) return undefined
  if (asked.method === 'GET' && rest === '')
    return {
      body: {
        id: service,
        dashboardUrl: 'https://dashboard.render.com/web/x',
        serviceDetails: { url: 'https://shop.onrender.com' },
      },
    }
  if (asked.method === 'GET' && rest === '/deploys') {
    const limit = Number(asked.query.get('limit') ?? 20)
    if (!(limit >= 1 && limit <= 100)) complaints.push(`limit ${limit}`)
    return checked(
      DEPLOYS,
      state.deploys.slice(0, limit).map(deploy => ({ deploy: view(deploy), cursor: deploy.id })),
    )
  }
  if (asked.method === 'POST' && rest === '/deploys') {
    taken(CREATE_DEPLOY)
    const { commitId } = Object(parsed(asked.text)) as { commitId?: string }
    return checked(DEPLOY, view(begin(inside, commitId)), 201)
  }
  if (asked.method === 'POST' && rest === '/rollback') {
    taken(ROLLBACK)
    const { deployId } = Object(parsed(asked.text)) as { deployId?: string }
    const target = state.deploys.find(({ id }) => id === deployId)
    return target === undefined ? undefined : checked(DEPLOY, view(begin(inside, target.commit)), 201)
  }
  const deploy = state.deploys.find(({ id }) => rest === `/deploys/${id}`)
  if (deploy === undefined) return undefined
  const next = waiting.get(deploy.id)?.shift()
  if (next === 'away') return { status: 502, body: 'bad gateway' }
  if (next === 'live') for (const each of state.deploys) if (each.status === 'live') each.status = 'deactivated'
  deploy.status = next ?? deploy.status
  return checked(DEPLOY, view(deploy))
}

function begin({ state, waiting }: Inside, commit: string | undefined): RenderDeploy {
  const deploy = { id: `dep-${state.deploys.length + 1}`, status: 'created', ...(commit !== undefined && { commit }) }
  state.deploys.unshift(deploy)
  waiting.set(deploy.id, [...state.steps])
  return deploy
}

function view({ id, status, commit = 'a'.repeat(40) }: RenderDeploy) {
  return {
    id,
    status,
    commit: { id: commit, message: 'words', createdAt: NOW },
    trigger: 'api',
    createdAt: NOW,
    updatedAt: NOW,
  }
}

/** https://api-docs.render.com/reference/list-logs, query; the rest is fetched with the times of the answer. */
function page({ query }: Asked, { state, complaints }: Inside) {
  for (const name of ['ownerId', 'resource', 'startTime', 'endTime'])
    if (!query.has(name)) complaints.push(`GET /v1/logs has no ${name}`)
  const known = [
    'ownerId',
    'resource',
    'startTime',
    'endTime',
    'direction',
    'limit',
    'level',
    'text',
    'type',
    'instance',
  ]
  for (const name of query.keys()) if (!known.includes(name)) complaints.push(`GET /v1/logs has ${name}`)
  if (!['forward', 'backward', null].includes(query.get('direction'))) complaints.push('odd direction')
  const [from, to] = [query.get('startTime') ?? '', query.get('endTime') ?? '']
  const [first, last] = [Date.parse(from), Date.parse(to)]
  const within = state.logs.filter(({ timestamp }) => Date.parse(timestamp) >= first && Date.parse(timestamp) <= last)
  const shown = within.slice(0, PAGE)
  return {
    hasMore: within.length > PAGE,
    nextStartTime: within[PAGE]?.timestamp ?? to,
    nextEndTime: to,
    logs: shown.map(({ timestamp, message, level }, index) => ({
      id: `${timestamp}-${index}`,
      timestamp,
      message,
      labels: [
        { name: 'resource', value: RENDER_SERVICE },
        ...(level === undefined ? [] : [{ name: 'level', value: level }]),
      ],
    })),
  }
}
