import { type Asking, askJson } from '../_shared/http.ts'

/** What we read of a deploy; everything else that Render says of it is left alone. */
export interface Deploy {
  id: string
  status: string
  commit?: { id?: string }
}

export interface Render {
  deploys(): Promise<Deploy[]>
  deploy(commit: string | undefined): Promise<Deploy>
  rollback(deploy: string): Promise<Deploy>
  look(deploy: string): Promise<Deploy>
  url(): Promise<string | undefined>
}

const FAILED = ['build_failed', 'update_failed', 'pre_deploy_failed', 'canceled']
/** A deploy that was live and is replaced already did what it should. */
const DONE = ['live', 'deactivated']

export function isOver({ status }: Deploy): boolean {
  return FAILED.includes(status) || DONE.includes(status)
}

export function isSuccess({ status }: Deploy): boolean {
  return DONE.includes(status)
}

interface Place {
  base: string
  key: string
  service: string
  signal: AbortSignal
  timeoutSeconds: number
}

/** The part of Render's REST interface that a deploy needs. */
export function renderAt({ base, key, service, signal, timeoutSeconds }: Place): Render {
  const at = `${base.replace(/\/$/, '')}/services/${encodeURIComponent(service)}`
  const call = async (path: string, asking: Asking = {}) =>
    (await askJson(`${at}${path}`, { ...asking, signal, timeoutSeconds, headers: { authorization: `Bearer ${key}` } }))
      .json
  const list = async (limit: number) => listIn(await call(`/deploys?limit=${limit}`))
  const started = async (answer: unknown) => {
    // A deploy that has to wait for another is answered with 202 and may have no body; it is the newest then.
    const [newest] = answer === null || Object.keys(Object(answer)).length === 0 ? await list(1) : [deployIn(answer)]
    if (newest === undefined) throw new Error('Render started no deploy.')
    return newest
  }
  return {
    deploys: () => list(20),
    deploy: async commit =>
      started(
        await call('/deploys', {
          method: 'POST',
          body: { clearCache: 'do_not_clear', ...(commit !== undefined && { commitId: commit }) },
        }),
      ),
    rollback: async deploy => started(await call('/rollback', { method: 'POST', body: { deployId: deploy } })),
    look: async deploy => deployIn(await call(`/deploys/${encodeURIComponent(deploy)}`)),
    url: async () => urlIn(await call('')),
  }
}

function listIn(answer: unknown): Deploy[] {
  if (!Array.isArray(answer)) throw new Error('Render answered with no list of deploys.')
  return answer.map(row => deployIn((Object(row) as { deploy?: unknown }).deploy))
}

function deployIn(answer: unknown): Deploy {
  const { id, status, commit } = Object(answer) as Record<string, unknown>
  if (typeof id !== 'string' || typeof status !== 'string')
    throw new Error(`Render answered with something that is no deploy: ${JSON.stringify(answer)?.slice(0, 200)}`)
  const sha = (Object(commit) as { id?: unknown }).id
  return { id, status, ...(typeof sha === 'string' && { commit: { id: sha } }) }
}

function urlIn(answer: unknown): string | undefined {
  const { serviceDetails, dashboardUrl } = Object(answer) as Record<string, unknown>
  const { url } = Object(serviceDetails) as { url?: unknown }
  return [url, dashboardUrl].find(each => typeof each === 'string') as string | undefined
}
