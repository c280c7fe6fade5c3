import { type Received, startDescribed } from './described.ts'
import { answerOf } from './sample.ts'
import type { Answering, Asked, Counterpart, Reply } from './server.ts'

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

interface State {
  /** The newest first. */
  readonly deploys: RenderDeploy[]
  /** What a new deploy goes through, one step for each look; `away` is a gateway that answers instead. */
  steps: string[]
  logs: RenderLog[]
}

export interface RenderServer extends Counterpart, State {}

export const RENDER_KEY = 'rnd_0123456789abcdefghij'
export const RENDER_SERVICE = 'srv-0123456789abcdefghij'
const NOW = '2026-01-02T03:04:05Z'
const PAGE = 3

/** Render's REST interface, as far as deploys, services and logs go. */
export async function startRender(given: { deploys?: RenderDeploy[]; logs?: RenderLog[] } = {}): Promise<RenderServer> {
  const state: State = {
    deploys: [...(given.deploys ?? [])],
    steps: ['build_in_progress', 'live'],
    logs: given.logs ?? [],
  }
  const waiting = new Map<string, string[]>()
  const server = await startDescribed({
    providers: ['render'],
    fault: asked => gatewayFault(asked, waiting),
    answer(received) {
      if (received.headers.authorization !== `Bearer ${RENDER_KEY}`)
        return { status: 401, body: { id: 'unauthorized', message: 'Unauthorized' } }
      return ANSWERS[received.operation.operationId]?.(received, { state, waiting }) ?? MISSING
    },
  })
  return Object.assign(state, server)
}

const MISSING: Reply = { status: 404, body: { id: 'not_found', message: 'not found' } }

function gatewayFault({ path }: Asked, waiting: Map<string, string[]>): Answering | undefined {
  const steps = waiting.get(path.split('/').at(-1) ?? '')
  if (steps?.[0] !== 'away') return undefined
  steps.shift()
  return { status: 502, body: 'bad gateway' }
}

interface Inside {
  readonly state: State
  readonly waiting: Map<string, string[]>
}

const ANSWERS: Readonly<Record<string, (received: Received, inside: Inside) => Reply | undefined>> = {
  'retrieve-service': received =>
    received.values['serviceId'] === RENDER_SERVICE
      ? { body: answerOf(received, 200, { id: RENDER_SERVICE, serviceDetails: { url: 'https://shop.onrender.com' } }) }
      : undefined,
  'list-deploys'({ query }, { state }) {
    const shown = state.deploys.slice(0, Number(query.get('limit') ?? 20))
    return { body: shown.map(deploy => ({ deploy: view(deploy), cursor: deploy.id })) }
  },
  'create-deploy'({ text }, inside) {
    const { commitId } = JSON.parse(text) as { commitId?: string }
    return { status: 201, body: view(begin(inside, commitId)) }
  },
  'rollback-deploy'({ text }, inside) {
    const { deployId } = JSON.parse(text) as { deployId?: string }
    const target = inside.state.deploys.find(({ id }) => id === deployId)
    return target === undefined ? undefined : { status: 201, body: view(begin(inside, target.commit)) }
  },
  'retrieve-deploy'({ values }, { state, waiting }) {
    const deploy = state.deploys.find(({ id }) => id === values['deployId'])
    if (deploy === undefined) return undefined
    const next = waiting.get(deploy.id)?.shift()
    if (next === 'live') for (const each of state.deploys) if (each.status === 'live') each.status = 'deactivated'
    deploy.status = next ?? deploy.status
    return { body: view(deploy) }
  },
  'list-logs': ({ query }, { state }) => ({ body: page(query, state) }),
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

/** Pages go by time: where the next one starts is said in the answer. */
function page(query: URLSearchParams, { logs }: State) {
  const [from, to] = [query.get('startTime') ?? '', query.get('endTime') ?? '']
  const [first, last] = [Date.parse(from), Date.parse(to)]
  const within = logs.filter(({ timestamp }) => Date.parse(timestamp) >= first && Date.parse(timestamp) <= last)
  return {
    hasMore: within.length > PAGE,
    nextStartTime: within[PAGE]?.timestamp ?? to,
    nextEndTime: to,
    logs: within.slice(0, PAGE).map(({ timestamp, message, level }, index) => ({
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
