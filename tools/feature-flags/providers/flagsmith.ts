import { askJson } from '../../_shared/http.ts'
import type { Flag, Provider } from '../flags.ts'
import { below, dateIn, type Remote, recordIn, recordsIn, textIn } from './remote.ts'

type Fields = Readonly<Record<string, unknown>>

const PAGE_SIZE = 100
const MOST_PAGES = 100

/**
 * https://api.flagsmith.com/api/v1/docs/: an environment is known by its key, its flags are those of its project
 * (api_v1_projects_features_list), and a state of theirs is changed in the environment.
 */
export function flagsmith({ address, key, environment, signal, timeoutSeconds }: Remote): Provider {
  if (environment === undefined) throw new Error('Flagsmith needs the key of an environment, as environment.')
  // What an organisation gives out is sent with its own word; see "Private API" there.
  const headers = { authorization: /\s/.test(key) ? key : `Api-Key ${key}` }
  const place = `/api/v1/environments/${encodeURIComponent(environment)}/`
  const ask = async (url: URL, more = {}) => (await askJson(url, { headers, signal, timeoutSeconds, ...more })).json
  const features = async (): Promise<readonly Fields[]> => {
    const { id, project } = recordIn(await ask(below(address, place)))
    if (typeof id !== 'number' || typeof project !== 'number')
      throw new Error('This is not an answer of Flagsmith: an environment has no project.')
    const url = below(address, `/api/v1/projects/${project}/features/`)
    return pages(url, id, async at => ask(at))
  }
  const find = async (name: string) => {
    const feature = (await features()).find(each => each['name'] === name)
    if (feature === undefined) throw new Error(`Flagsmith knows no flag ${name} in that environment.`)
    return feature
  }
  return {
    list: async () => (await features()).map(each => flagOf(each, environment)),
    get: async name => flagOf(await find(name), environment),
    async toggle(name, _, enabled) {
      const { id } = stateOf(await find(name))
      if (typeof id !== 'number') throw new Error(`${name} has no state in that environment.`)
      await ask(below(address, `${place}featurestates/${id}/`), { method: 'PATCH', body: { enabled } })
    },
  }
}

async function pages(url: URL, environment: number, ask: (url: URL) => Promise<unknown>): Promise<readonly Fields[]> {
  const found: Fields[] = []
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const query = { environment: String(environment), page: String(page), page_size: String(PAGE_SIZE) }
    url.search = new URLSearchParams(query).toString()
    const json = await ask(url)
    found.push(...recordsIn(json, 'results', 'Flagsmith'))
    if (typeof recordIn(json)['next'] !== 'string') break
  }
  return found
}

function stateOf(feature: Fields): Fields {
  return recordIn(feature['environment_feature_state'])
}

function flagOf(feature: Fields, environment: string): Flag {
  const { name, description, created_date: created, is_archived: archived } = feature
  const { enabled } = stateOf(feature)
  return {
    name: textIn(name, 'Flagsmith'),
    environments: typeof enabled === 'boolean' ? { [environment]: enabled } : {},
    ...(typeof description === 'string' && description !== '' && { description }),
    ...dateIn('created_at', created),
    ...(archived === true && { provider_stale: true }),
  }
}
