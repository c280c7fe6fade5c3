import { expect, test } from 'vitest'
import { type OpenApi, openApiOf } from '../../src/doors/http/routes/openapi.ts'
import { openHttpLab } from '../http.ts'
import { documented, refsIn, resolves } from './documented.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

test('the document is served and is the one of the manifest', async () => {
  await using http = await openHttpLab()
  const served = (await (await http.ask('GET', '/api/openapi.json')).json()) as OpenApi
  expect(served).toEqual(JSON.parse(JSON.stringify(openApiOf(http.lab.app.manifest))))
  expect(served.openapi).toBe('3.1.0')
})

test('every route that answers with data is in it, and it lists none that is not served', async () => {
  await using http = await openHttpLab()
  const listed = documented(http)
  const data = http.server.routes.filter(({ path }) => !path.endsWith('*') && !/\.(?:js|svg)$/.test(path))
  const missing = data.filter(
    route => (route.method === 'ALL' ? listed(route, 'POST') : listed(route, route.method)) === undefined,
  )
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  const served = new Set(data.map(({ path }) => path.replace(/:(\w+)/g, '{$1}')))
  const { paths } = openApiOf(http.lab.app.manifest)
  expect(Object.keys(paths).filter(path => !served.has(path) && !path.startsWith('/api/operations/'))).toEqual([])
})

test('it holds together: methods, parameters, bodies, references, unique ids', async () => {
  await using http = await openHttpLab()
  const document = openApiOf(http.lab.app.manifest)
  const ids: string[] = []
  for (const [path, methods] of Object.entries(document.paths)) {
    const inPath = (path.match(/\{(\w+)\}/g) ?? []).map(name => name.slice(1, -1)).sort()
    for (const [method, described] of Object.entries(methods)) {
      const named = (described.parameters ?? []).filter(parameter => parameter['in'] === 'path').map(({ name }) => name)
      expect([path, METHODS.includes(method), named.sort()]).toEqual([path, true, inPath])
      expect(described['requestBody'] === undefined).toBe(method === 'get' || path === '/mcp')
      expect(Object.keys(described.responses).some(status => status.startsWith('2'))).toBe(true)
      expect(described.summary).not.toBe('')
      ids.push(described.operationId)
    }
  }
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(refsIn(document).filter(ref => !resolves(document, ref))).toEqual([])
})
