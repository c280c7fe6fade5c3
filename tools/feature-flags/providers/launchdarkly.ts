import { askJson } from '../../_shared/http.ts'
import type { Flag, Provider } from '../flags.ts'
import { below, dateIn, type Remote, recordIn, recordsIn, textIn } from './remote.ts'

/** https://launchdarkly.com/docs/api/feature-flags (API version 20240415) */
export function launchdarkly({ address, key, project = 'default', environment, signal }: Remote): Provider {
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
    async list() {
      const url = place()
      url.searchParams.set('limit', '100')
      return recordsIn((await askJson(url, { headers, signal })).json, 'items', 'LaunchDarkly').map(flagOf)
    },
    get: async name => flagOf(recordIn((await askJson(place(name), { headers, signal })).json)),
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
      })
    },
  }
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
