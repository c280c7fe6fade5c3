import { type OpenApi, openApiOf } from '../../src/doors/http/routes/openapi.ts'
import type { Route } from '../../src/doors/http/routes/routes.ts'
import type { HttpLab } from '../http.ts'

/** Which statuses the OpenAPI document names for a route and a method; nothing when it does not list the method. */
export function documented({ lab }: HttpLab): (route: Pick<Route, 'path'>, method: string) => Set<number> | undefined {
  const { paths } = openApiOf(lab.app.manifest)
  return ({ path }, method) => {
    const place = path.replace(/:(\w+)/g, '{$1}')
    const listed = method === 'HEAD' ? 'get' : method.toLowerCase()
    // What no route of its own takes goes to one with a parameter that fits: DELETE /api/secrets/import.
    const fitting = Object.keys(paths).find(each => paths[each]?.[listed] !== undefined && fits(each, place))
    const described = paths[place]?.[listed] ?? paths[fitting ?? '']?.[listed]
    return described === undefined ? undefined : new Set(Object.keys(described.responses).map(Number))
  }
}

function fits(pattern: string, place: string): boolean {
  const [wanted, given] = [pattern.split('/'), place.split('/')]
  return wanted.length === given.length && wanted.every((part, n) => part === given[n] || part.startsWith('{'))
}

export function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, item]) => (key === '$ref' ? [String(item)] : refsIn(item)))
}

export function resolves(document: OpenApi, ref: string): boolean {
  const found = ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, key) => (Object(value) as Record<string, unknown>)[key], document)
  return ref.startsWith('#/') && found !== undefined
}
