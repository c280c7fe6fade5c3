import { type Asked, type Counterpart, type Reply, startCounterpart } from './server.ts'

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

/** The Admin API of Unleash 7: https://docs.getunleash.io/api; paths and fields as in its OpenAPI description. */
export function startUnleash(key: string): Promise<Counterpart> {
  const all = states()
  return startCounterpart(({ method, path, headers }) => {
    // "Authentication": the token as it is, without a word before it
    if (headers.authorization !== key)
      return { status: 401, body: { name: 'AuthenticationRequired', message: 'You must log in' } }
    const found =
      /^\/api\/admin\/projects\/(?<project>[^/]+)\/features(?:\/(?<name>[^/]+)(?:\/environments\/(?<environment>[^/]+)\/(?<to>on|off))?)?$/.exec(
        path,
      )
    const { project, name, environment, to } = found?.groups ?? {}
    if (project !== 'default') return { status: 404, body: { name: 'NotFoundError', message: `No project ${project}` } }
    // getProjectFeatures: projectFeaturesSchema
    if (name === undefined)
      return method === 'GET' ? { body: { version: 2, features: all.map(unleashFlag) } } : WRONG_METHOD
    const flag = all.find(each => each.name === decodeURIComponent(name))
    if (flag === undefined)
      return { status: 404, body: { name: 'NotFoundError', message: `Could not find feature flag ${name}` } }
    // getFeature: featureSchema
    if (to === undefined) return method === 'GET' ? { body: unleashFlag(flag) } : WRONG_METHOD
    if (method !== 'POST') return WRONG_METHOD
    if (environment === undefined || !(environment in flag.on))
      return { status: 404, body: { message: 'No such environment' } }
    // toggleFeatureEnvironmentOn, toggleFeatureEnvironmentOff
    flag.on = { ...flag.on, [environment]: to === 'on' }
    return { body: {} }
  })
}

const WRONG_METHOD: Reply = { status: 405, body: { message: 'Method not allowed' } }

function unleashFlag({ name, created, on }: State) {
  return {
    name,
    type: 'release',
    stale: false,
    project: 'default',
    createdAt: created,
    lastSeenAt: null,
    impressionData: false,
    environments: Object.entries(on).map(([environment, enabled]) => ({
      name: environment,
      enabled,
      type: environment,
    })),
  }
}

/** LaunchDarkly's REST interface, version 20240415: https://launchdarkly.com/docs/api/feature-flags */
export function startLaunchDarkly(key: string): Promise<Counterpart> {
  const all = states()
  return startCounterpart((asked, { complaints }) => {
    const { method, path, headers } = asked
    if (headers.authorization !== key)
      return { status: 401, body: { code: 'unauthorized', message: 'Invalid access token' } }
    if (headers['ld-api-version'] !== '20240415') complaints.push('there is no LD-API-Version')
    const { name } = /^\/api\/v2\/flags\/shop(?:\/(?<name>[^/]+))?$/.exec(path)?.groups ?? {}
    if (!path.startsWith('/api/v2/flags/shop'))
      return { status: 404, body: { code: 'not_found', message: 'Unknown project' } }
    if (name === undefined) return { body: { items: all.map(darklyFlag), totalCount: all.length } }
    const flag = all.find(each => each.name === name)
    if (flag === undefined) return { status: 404, body: { code: 'not_found', message: 'Invalid resource identifier' } }
    return method === 'PATCH' ? patched(flag, asked, complaints) : { body: darklyFlag(flag) }
  })
}

/** https://launchdarkly.com/docs/api/feature-flags/update-feature-flag: environmentKey, instructions[].kind */
function patched(flag: State, { headers, text }: Asked, complaints: string[]): Reply {
  if (!String(headers['content-type']).includes('domain-model=launchdarkly.semanticpatch'))
    complaints.push('it is no semantic patch')
  const { environmentKey: environment, instructions } = JSON.parse(text) as {
    environmentKey: string
    instructions: Fields[]
  }
  const kinds = instructions.map(({ kind }) => kind)
  if (!kinds.every(kind => kind === 'turnFlagOn' || kind === 'turnFlagOff')) complaints.push('unknown instructions')
  if (!(environment in flag.on))
    return { status: 400, body: { code: 'invalid_request', message: 'Unknown environment' } }
  flag.on = { ...flag.on, [environment]: kinds.at(-1) === 'turnFlagOn' }
  return { body: darklyFlag(flag) }
}

function darklyFlag({ name, created, on }: State) {
  const environments = Object.fromEntries(
    Object.entries(on).map(([key, state]) => [key, { on: state, archived: false, salt: 'x' }]),
  )
  return {
    key: name,
    name,
    kind: 'boolean',
    temporary: true,
    archived: false,
    creationDate: Date.parse(created),
    environments,
  }
}

/** Flagsmith's interface v1: https://api.flagsmith.com/api/v1/docs/, environments_featurestates_list and _partial_update */
export function startFlagsmith(key: string): Promise<Counterpart> {
  const all = states()
  return startCounterpart(({ method, path, headers, text }, { complaints }) => {
    if (headers.authorization !== `Api-Key ${key}`) return { status: 403, body: { detail: 'Invalid token.' } }
    const { environment, id } =
      /^\/api\/v1\/environments\/(?<environment>\w+)\/featurestates\/(?:(?<id>\d+)\/)?$/.exec(path)?.groups ?? {}
    if (environment === undefined) return { status: 404, body: { detail: 'Not found.' } }
    const shown = (flag: State, index: number) => ({
      id: index + 1,
      feature: { id: index + 1, name: flag.name, created_date: flag.created, type: 'STANDARD', is_archived: false },
      enabled: flag.on[environment] ?? false,
      feature_state_value: null,
      environment: 1,
    })
    if (id === undefined) return { body: { count: all.length, next: null, previous: null, results: all.map(shown) } }
    const flag = all[Number(id) - 1]
    const { enabled } = JSON.parse(text) as Fields
    if (method !== 'PATCH' || typeof enabled !== 'boolean') complaints.push('a feature state is patched with enabled')
    if (flag === undefined) return { status: 404, body: { detail: 'Not found.' } }
    flag.on = { ...flag.on, [environment]: enabled === true }
    return { body: shown(flag, Number(id) - 1) }
  })
}
