import { isObject, lookup } from './drift.ts'

type Found = { schema: unknown; at: string } | { problem: string }

interface Asked {
  url: URL
  method: string
  status: number
}

/** What an OpenAPI document says about the answer to a request: the schema of its JSON. */
export function describedAnswer(document: unknown, { url, method, status }: Asked): Found {
  if (!isObject(document) || !isObject(document['paths'])) return { problem: 'The document describes no paths.' }
  const found = pathFor(document, url)
  if (found === undefined) return { problem: `The document describes no path like ${url.pathname}.` }
  const [template, item] = found
  const operation = member(resolved(item, document), method.toLowerCase())
  if (operation === undefined) return { problem: `${template} has no ${method.toUpperCase()} in the document.` }
  const responses = member(operation, 'responses')
  const kind = [String(status), `${String(status)[0]}XX`, `${String(status)[0]}xx`, 'default'].find(
    key => isObject(responses) && Object.hasOwn(responses, key),
  )
  if (kind === undefined) return { problem: `${method.toUpperCase()} ${template} describes no answer ${status}.` }
  const response = resolved(member(responses, kind), document)
  return { schema: jsonIn(response), at: `${method.toUpperCase()} ${template} ${kind}` }
}

/** 3.x has the schema under a media type, 2.0 beside the description. */
function jsonIn(response: unknown): unknown {
  const content = member(response, 'content')
  if (!isObject(content)) return member(response, 'schema')
  const type = Object.keys(content).find(name => /^application\/(?:[\w.-]+\+)?json\b/.test(name))
  return type === undefined ? undefined : member(content[type], 'schema')
}

/** The template that fits with the most words as they stand: `/orders/latest` before `/orders/{id}`. */
function pathFor(document: Record<string, unknown>, url: URL): [string, unknown] | undefined {
  const bases = basesOf(document, url)
  const paths = Object.entries(document['paths'] as object) as [string, unknown][]
  const fitting = paths.filter(([template]) => bases.some(base => patternOf(base, template).test(url.pathname)))
  return fitting.sort(([a], [b]) => (a.match(/\{/g) ?? []).length - (b.match(/\{/g) ?? []).length)[0]
}

function basesOf({ servers, basePath }: Record<string, unknown>, url: URL): string[] {
  const named = (Array.isArray(servers) ? servers : [])
    .map(server => member(server, 'url'))
    .filter(address => typeof address === 'string')
    .map(address => (URL.canParse(address, url.origin) ? new URL(address, url.origin).pathname : '/'))
  return ['', ...named, ...(typeof basePath === 'string' ? [basePath] : [])].map(base => base.replace(/\/$/, ''))
}

function patternOf(base: string, template: string): RegExp {
  const source = `${base}${template}`
    .split(/(\{[^}]+\})/)
    .map(part => (part.startsWith('{') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('')
  return new RegExp(`^${source}/?$`)
}

function resolved(value: unknown, document: unknown): unknown {
  const reference = member(value, '$ref')
  return typeof reference === 'string' ? lookup(document, reference) : value
}

function member(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
