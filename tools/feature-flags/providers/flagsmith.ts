import { askJson } from '../../_shared/http.ts'
import type { Flag, Provider } from '../flags.ts'
import { below, dateIn, type Remote, recordIn, recordsIn, textIn } from './remote.ts'

/** https://docs.flagsmith.com/clients/rest and https://api.flagsmith.com/api/v1/docs/ (environments, featurestates) */
export function flagsmith({ address, key, environment, signal }: Remote): Provider {
  if (environment === undefined) throw new Error('Flagsmith needs the key of an environment, as environment.')
  // What an organisation gives out is sent with its own word; see "Private API" there.
  const headers = { authorization: /\s/.test(key) ? key : `Api-Key ${key}` }
  const path = `/api/v1/environments/${encodeURIComponent(environment)}/featurestates/`
  const states = async () =>
    recordsIn((await askJson(below(address, path), { headers, signal })).json, 'results', 'Flagsmith')
  const find = async (name: string) => {
    const state = (await states()).find(each => recordIn(each['feature'])['name'] === name)
    if (state === undefined) throw new Error(`Flagsmith knows no flag ${name} in that environment.`)
    return state
  }
  return {
    list: async () => (await states()).map(each => flagOf(each, environment)),
    get: async name => flagOf(await find(name), environment),
    async toggle(name, _, enabled) {
      const { id } = await find(name)
      await askJson(below(address, `${path}${Number(id)}/`), { method: 'PATCH', headers, body: { enabled }, signal })
    },
  }
}

function flagOf({ feature, enabled }: Readonly<Record<string, unknown>>, environment: string): Flag {
  const { name, description, created_date: created, is_archived: archived } = recordIn(feature)
  return {
    name: textIn(name, 'Flagsmith'),
    environments: { [environment]: enabled === true },
    ...(typeof description === 'string' && description !== '' && { description }),
    ...dateIn('created_at', created),
    ...(archived === true && { provider_stale: true }),
  }
}
