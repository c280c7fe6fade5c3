import { askJson } from '../../_shared/http.ts'
import type { Flag, Provider } from '../flags.ts'
import { below, dateIn, type Remote, recordIn, recordsIn, textIn } from './remote.ts'

/** https://launchdarkly.com/docs/api/feature-flags (API version 20240415) */
export function launchdarkly(remote: Remote): Provider {
  const { address, key, project = 'default', environment, signal, timeoutSeconds } = remote
  const headers = { authorization: key, 'LD-API-Version': '20240415' }
  const place = (name = '') => {
    const url = below(
      address,
      `/api/v2/flags/${encodeURIComponent(project)}${name === '' ? '' : `/${encodeURIComponent(name)}`}`,
    )
    if (environment !== undefined) url.searchParams.set('env', environment)
    return url
  }
  return {
    list: async () => {
      const ask = async (url: URL) => (await askJson(url, { headers, signal, timeoutSeconds })).json
      return (await pages(place(), ask)).map(flagOf)
    },
    get: async name => flagOf(recordIn((await askJson(place(name), { headers, signal, timeoutSeconds })).json)),
    async toggle(name, environmentKey, enabled) {
      // https://launchdarkly.com/docs/api/feature-flags/update-feature-flag: a semantic patch
      const instructions = [{ kind: enabled ? 'turnFlagOn' : 'turnFlagOff' }]
      const url = place(name)
      url.search = ''
      await askJson(url, {
        method: 'PATCH',
        headers: { ...headers, 'content-type': 'application/json; domain-model=launchdarkly.semanticpatch' },
        body: JSON.stringify({ environmentKey, instructions }),
        signal,
        timeoutSeconds,
      })
    },
  }
}

const PAGE_SIZE = 100
const MOST_PAGES = 100

/** Since that version lists come in pages, 20 when nothing is said. */
async function pages(url: URL, ask: (url: URL) => Promise<unknown>): Promise<readonly Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = []
  for (let page = 0; page < MOST_PAGES; page += 1) {
    url.searchParams.set('limit', String(PAGE_SIZE))
    url.searchParams.set('offset', String(found.length))
    const json = await ask(url)
    const items = recordsIn(json, 'items', 'LaunchDarkly')
    found.push(...items)
    const { totalCount } = recordIn(json)
    if (items.length === 0 || typeof totalCount !== 'number' || found.length >= totalCount) break
  }
  return found
}

function flagOf({
  key,
  description,
  creationDate,
  temporary,
  archived,
  deprecated,
  environments,
}: Readonly<Record<string, unknown>>): Flag {
  const states = Object.entries(recordIn(environments))
  return {
    name: textIn(key, 'LaunchDarkly'),
    environments: Object.fromEntries(states.map(([name, state]) => [name, recordIn(state)['on'] === true])),
    ...(typeof description === 'string' && description !== '' && { description }),
    ...dateIn('created_at', creationDate),
    ...(temporary === false && { permanent: true }),
    ...((archived === true || deprecated === true) && { provider_stale: true }),
  }
}
