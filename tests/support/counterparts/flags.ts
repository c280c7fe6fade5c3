import { type Received, startDescribed } from './described.ts'
import { answerOf, sampleOf } from './sample.ts'
import type { Counterpart, Reply } from './server.ts'

type Fields = Readonly<Record<string, unknown>>

interface State {
  readonly name: string
  readonly created: string
  on: Record<string, boolean>
}

function states(): State[] {
  return [
    { name: 'new-checkout', created: '2020-01-01T00:00:00.000Z', on: { development: true, production: true } },
    { name: 'dark-mode', created: new Date().toISOString(), on: { development: true, production: false } },
  ]
}

/** The Admin API of Unleash: the token is sent as it is, without a word before it. */
export function startUnleash(key: string): Promise<Counterpart> {
  const all = states()
  const answer = (received: Received): Reply => {
    const { headers, operation, values } = received
    if (headers.authorization !== key)
      return { status: 401, body: { name: 'AuthenticationRequired', message: 'You must log in' } }
    if (operation.operationId === 'getFeatures')
      return { body: { version: 2, features: all.map(flag => unleashFlag(received, flag)) } }
    const flag = all.find(({ name }) => name === values['featureName'])
    const { environment } = values
    if (flag === undefined || (environment !== undefined && !(environment in flag.on)))
      return { status: 404, body: { name: 'NotFoundError', message: 'Could not find it' } }
    if (environment !== undefined)
      flag.on = { ...flag.on, [environment]: operation.operationId === 'toggleFeatureEnvironmentOn' }
    return { body: { name: flag.name, createdAt: flag.created, stale: false, environments: unleashStates(flag) } }
  }
  return startDescribed({ providers: ['unleash'], answer })
}

function unleashFlag(received: Received, flag: State): Fields {
  const environments = unleashStates(flag).map(each => sampleOf(received, 'projectFeatureEnvironmentSchema', each))
  const { name, created: createdAt } = flag
  return sampleOf(received, 'projectFeatureSchema', { name, type: 'release', createdAt, environments })
}

function unleashStates({ on }: State) {
  return Object.entries(on).map(([name, enabled]) => ({ name, enabled, type: name }))
}

/** LaunchDarkly's REST interface: lists come in pages, and with the environments that were named. */
export function startLaunchDarkly(key: string): Promise<Counterpart> {
  const all = states()
  const answer = (received: Received): Reply => {
    const { headers, operation, query, values } = received
    if (headers.authorization !== key)
      return { status: 401, body: { code: 'unauthorized', message: 'Invalid access token' } }
    if (values['projectKey'] !== 'shop') return UNKNOWN
    if (operation.operationId === 'getFeatureFlags') {
      const [from, most] = [Number(query.get('offset') ?? 0), Math.min(1, Number(query.get('limit') ?? 20))]
      const items = all.slice(from, from + most).map(flag => darklyFlag(received, flag, query.getAll('env')))
      return { body: answerOf(received, 200, { items, totalCount: all.length }) }
    }
    const flag = all.find(({ name }) => name === values['featureFlagKey'])
    if (flag === undefined) return UNKNOWN
    if (operation.operationId === 'patchFeatureFlag' && !patched(flag, received.text))
      return { status: 400, body: { code: 'invalid_request', message: 'Unknown environment' } }
    return { body: darklyFlag(received, flag, Object.keys(flag.on)) }
  }
  return startDescribed({ providers: ['launchdarkly'], answer })
}

const UNKNOWN: Reply = { status: 404, body: { code: 'not_found', message: 'Invalid resource identifier' } }

function patched(flag: State, text: string): boolean {
  const { environmentKey: environment, instructions } = JSON.parse(text) as {
    environmentKey: string
    instructions: Fields[]
  }
  if (!(environment in flag.on)) return false
  flag.on = { ...flag.on, [environment]: instructions.at(-1)?.['kind'] === 'turnFlagOn' }
  return true
}

function darklyFlag(received: Received, { name, created, on }: State, environments: readonly string[]): Fields {
  const shown = environments.map(each => [each, sampleOf(received, 'FeatureFlagConfig', { on: on[each] ?? false })])
  return sampleOf(received, 'FeatureFlag', {
    key: name,
    name,
    kind: 'boolean',
    temporary: true,
    creationDate: Date.parse(created),
    ...(shown.length > 0 && { environments: Object.fromEntries(shown) }),
  })
}

const PROJECT = 7
const ENVIRONMENTS: Readonly<Record<string, number>> = { development: 21, production: 22 }

/** Flagsmith's interface v1: an environment is known by its key, its flags are those of a project, in pages. */
export function startFlagsmith(key: string): Promise<Counterpart> {
  const all = states()
  const answer = (received: Received): Reply => {
    const { headers, operation, query, values, text } = received
    if (headers.authorization !== `Api-Key ${key}`) return { status: 403, body: { detail: 'Invalid token.' } }
    const name = values['api_key'] ?? values['environment_api_key'] ?? nameOf(Number(query.get('environment')))
    const environment = name === undefined ? undefined : ENVIRONMENTS[name]
    if (name === undefined || environment === undefined) return MISSING
    if (operation.operationId === 'api_v1_environments_retrieve')
      return { body: answerOf(received, 200, { id: environment, name, api_key: name, project: PROJECT }) }
    if (operation.operationId === 'api_v1_projects_features_list') return page(received, all, name)
    const flag = all[Number(values['id']) - environment * 100]
    if (flag === undefined) return MISSING
    flag.on = { ...flag.on, [name]: (JSON.parse(text) as Fields)['enabled'] === true }
    return { body: { feature: all.indexOf(flag) + 1, enabled: flag.on[name] ?? false } }
  }
  return startDescribed({ providers: ['flagsmith'], answer })
}

const MISSING: Reply = { status: 404, body: { detail: 'Not found.' } }

function nameOf(id: number): string | undefined {
  return Object.keys(ENVIRONMENTS).find(name => ENVIRONMENTS[name] === id)
}

/** One flag on each page, whatever was asked for: who reads only the first misses the second. */
function page(received: Received, all: readonly State[], environment: string): Reply {
  const { query, values } = received
  const number = Number(query.get('page') ?? 1)
  const flag = all[number - 1]
  if (flag === undefined || Number(values['project_pk']) !== PROJECT) return MISSING
  const state = {
    id: (ENVIRONMENTS[environment] ?? 0) * 100 + number - 1,
    enabled: flag.on[environment] ?? false,
    environment: ENVIRONMENTS[environment],
  }
  const shown = { id: number, name: flag.name, created_date: flag.created, is_archived: false, project: PROJECT }
  const next =
    number < all.length ? `https://example.com/api/v1/projects/${PROJECT}/features/?page=${number + 1}` : null
  const results = [{ ...shown, environment_feature_state: state }]
  return { body: { count: all.length, next, previous: null, results } }
}
