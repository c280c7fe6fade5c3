import { askJson } from '../../_shared/http.ts'
import type { Flag, Provider } from '../flags.ts'
import { below, dateIn, type Remote, recordIn, recordsIn, textIn } from './remote.ts'

/** https://docs.getunleash.io/api (Admin API of Unleash 7: getFeatures, getFeature, toggleFeatureEnvironmentOn) */
export function unleash({ address, key, project = 'default', signal, timeoutSeconds }: Remote): Provider {
  const ask = (path: string, method = 'GET') =>
    askJson(below(address, `/api/admin/projects/${encodeURIComponent(project)}/features${path}`), {
      method,
      headers: { authorization: key },
      signal,
      timeoutSeconds,
    })
  return {
    list: async () => recordsIn((await ask('')).json, 'features', 'Unleash').map(flagOf),
    get: async name => flagOf(recordIn((await ask(`/${encodeURIComponent(name)}`)).json)),
    async toggle(name, environment, enabled) {
      const place = `/${encodeURIComponent(name)}/environments/${encodeURIComponent(environment)}`
      await ask(`${place}/${enabled ? 'on' : 'off'}`, 'POST')
    },
  }
}

/** Kinds of flags that Unleash expects to stay: https://docs.getunleash.io/concepts/feature-flags#feature-flag-types */
const PERMANENT = ['kill-switch', 'permission']

function flagOf({
  name,
  description,
  type,
  stale,
  createdAt,
  lastSeenAt,
  environments,
}: Readonly<Record<string, unknown>>): Flag {
  const states = Array.isArray(environments) ? environments.map(recordIn) : []
  return {
    name: textIn(name, 'Unleash'),
    environments: Object.fromEntries(states.map(each => [String(each['name']), each['enabled'] === true])),
    ...(typeof description === 'string' && description !== '' && { description }),
    ...dateIn('created_at', createdAt),
    ...dateIn('last_seen_at', lastSeenAt),
    ...(PERMANENT.includes(String(type)) && { permanent: true }),
    ...(stale === true && { provider_stale: true }),
  }
}
