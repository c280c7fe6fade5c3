import { type OpenApi, openApiOf } from '../../src/doors/http/openapi.ts'
import type { Route } from '../../src/doors/http/routes.ts'
import type { HttpLab } from '../http.ts'

/** Which statuses the OpenAPI document names for a route and a method; nothing when it does not list the method. */
export function documented({ lab }: HttpLab): (route: Pick<Route, 'path'>, method: string) => Set<number> | undefined {
  const { paths } = openApiOf(lab.app.manifest)
  return ({ path }, method) => {
    const place = path.replace(/:(\w+)/g, '{$1}')
    const listed = method === 'HEAD' ? 'get' : method.toLowerCase()
    const described = paths[place]?.[listed]
    return described === undefined ? undefined : new Set(Object.keys(described.responses).map(Number))
  }
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
