import type { OperationEntry } from '../../src/operation/manifest.ts'

/** An operation and its input as the request at its own route; by its name where it has none. */
export function requestFor(
  address: string,
  entry: OperationEntry,
  { input, bearer }: { input: Readonly<Record<string, unknown>>; bearer: string },
): [string, RequestInit] {
  const { method, path } = entry.http ?? { method: 'POST', path: `/api/operations/${entry.name}` }
  const inPath = (path.match(/:(\w+)/g) ?? []).map(field => field.slice(1))
  const target = path.replace(/:(\w+)/g, (_, field: string) => encodeURIComponent(String(input[field])))
  const rest = Object.entries(input).filter(([field, value]) => !inPath.includes(field) && value !== undefined)
  const headers = { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' }
  if (method !== 'GET')
    return [`${address}${target}`, { method, headers, body: JSON.stringify(Object.fromEntries(rest)) }]
  const query = new URLSearchParams(rest.flatMap(([field, value]) => toList(value).map(item => [field, item])))
  return [`${address}${target}${query.size > 0 ? `?${query}` : ''}`, { method, headers }]
}

function toList(value: unknown): string[] {
  const items = Array.isArray(value) ? value : [value]
  return items.map(item => (typeof item === 'object' ? JSON.stringify(item) : String(item)))
}
