import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeManifest } from '../../src/app/manifest.ts'
import { builtins } from '../../src/doors/cli/builtin/builtins.ts'
import { whereNow } from '../../src/operation/command/former.ts'
import { commandTreeOf, locateCommand } from '../../src/operation/command/tree.ts'
import type { JsonSchema } from '../../src/operation/manifest.ts'
import { type HttpLab, openHttpLab } from '../http.ts'
import { type Lab, openLab, packageRoot } from '../lab.ts'
import { runCli } from '../support/cli.ts'
import { type Connected, connectStdio } from '../support/mcp.ts'

// Whatever answered to a name in 0.1.0 answers to it today; `names.json` is made by tests/fixtures/0.1/make.mjs.

interface Names {
  readonly operations: readonly {
    readonly name: string
    readonly commands: readonly string[]
    /** Each field with the words it is one of. */
    readonly fields: Readonly<Record<string, readonly string[]>>
    readonly mcp?: { readonly tool: string; readonly action?: string }
    readonly route?: string
  }[]
  readonly builtins: readonly { readonly command: string; readonly flags: readonly string[] }[]
  readonly resources: readonly string[]
  readonly settings: readonly { readonly key: string; readonly scopes: readonly string[] }[]
  readonly mcp: { readonly tools: string[]; readonly prompts: string[]; readonly resources: string[] }
}

const names = JSON.parse(
  fs.readFileSync(path.join(packageRoot, 'tests/fixtures/0.1/names.json'), 'utf8'),
) as unknown as Names
const manifest = await makeManifest(packageRoot)
const today = new Map(manifest.operations.map(entry => [entry.name, entry]))
const tree = commandTreeOf([...manifest.operations, ...builtins.map(({ entry }) => entry)])

let http: HttpLab
let lab: Lab
let mcp: Connected
beforeAll(async () => {
  http = await openHttpLab()
  lab = await openLab()
  mcp = await connectStdio(lab, { era: '2025-11-25' })
})
afterAll(async () => {
  await mcp[Symbol.asyncDispose]()
  await lab[Symbol.asyncDispose]()
  await http[Symbol.asyncDispose]()
})

test('every operation is there, takes every field that it took, and every word of a field', () => {
  const missing = names.operations.flatMap(({ name, fields }) => {
    const properties = today.get(name)?.input.properties
    if (properties === undefined && Object.keys(fields).length > 0) return [name]
    return Object.entries(fields).flatMap(([field, words]) => {
      const schema = properties?.[field]
      if (schema === undefined) return [`${name} ${field}`]
      return words.filter(word => !takes(schema, word)).map(word => `${name} ${field} ${word}`)
    })
  })
  expect(names.operations.length).toBeGreaterThan(250)
  expect(missing).toEqual([])
})

/** Commands that do more than they did, in place of the operation that they called. */
const GREW: Readonly<Record<string, string>> = { 'explore finish': 'exploration.finish' }

test('every command leads to what it led to', () => {
  const elsewhere = names.operations.flatMap(({ name, commands }) =>
    commands.filter(command => leadsTo(command) !== (GREW[command] ?? name)),
  )
  expect(elsewhere).toEqual([])
  expect(names.operations.flatMap(({ commands }) => commands).length).toBeGreaterThan(250)
})

test('a flag that went to another command is answered by that one, with a hint', async () => {
  await lab.call('exploration.start', { title: 'Which cache?', name: 'cache' })
  const old = await runCli(lab, ['explore', 'finish', '--dry-run', '--json'])
  const now = await runCli(lab, ['explore', 'complete', '--dry-run', '--json'])
  expect([old.stdout, old.code]).toEqual([now.stdout, now.code])
  expect(old.stderr).toBe(
    'furrow explore finish --dry-run is now furrow explore complete --dry-run; the old form works until the next minor version.\n',
  )
})

test.each(names.builtins)('furrow $command takes every flag that it took', async ({ command, flags }) => {
  const { stdout, code } = await runCli(lab, [...command.split(' '), '--help'])
  expect(code).toBe(0)
  for (const flag of flags) expect(stdout).toContain(flag)
})

test('every MCP tool answers under its name, every action of it too', async () => {
  const called = names.operations.flatMap(operation => (operation.mcp === undefined ? [] : [operation.mcp]))
  const own = new Set(called.map(({ tool }) => tool))
  expect(names.mcp.tools.filter(tool => !own.has(tool))).toEqual(['tool_ama', 'tool_quality_check'])
  const unanswered: string[] = []
  // What no field has been given for says which fields it needs; only a tool that is not there is an error of the protocol.
  for (const { tool, action } of called) {
    const given = { ...(action !== undefined && { action }), surplus_field: true }
    const answer = await mcp.client.callTool({ name: tool, arguments: given }).catch(error => String(error))
    const says = JSON.stringify(answer)
    if (!says.includes('surplus_field')) unanswered.push(`${tool} ${action ?? ''}: ${says}`)
  }
  expect(unanswered).toEqual([])
  await expect(mcp.client.callTool({ name: 'sdd_no_such_tool', arguments: {} })).rejects.toThrow(/no tool/)
})

test('every prompt and every resource is listed', async () => {
  const { prompts } = await mcp.client.listPrompts()
  const { resources } = await mcp.client.listResources()
  expect(prompts.map(({ name }) => name)).toEqual(expect.arrayContaining(names.mcp.prompts))
  expect(resources.map(({ uri }) => uri)).toEqual(expect.arrayContaining(names.mcp.resources))
})

test('every route is served', async () => {
  const routes = [
    ...names.operations.flatMap(({ route }) => route ?? []),
    ...names.resources.map(resource => `${resource.endsWith('/uploads') ? 'POST' : 'GET'} ${resource}`),
  ]
  const served = new Set(http.server.routes.map(({ method, path: place }) => `${method} ${place}`))
  expect(routes.filter(route => !served.has(route))).toEqual([])
  const unserved: string[] = []
  for (const route of routes.filter(each => each.startsWith('GET ') && !each.endsWith('/events'))) {
    const [, place = ''] = route.split(' ')
    const answer = await http.ask('GET', place.replace(/:\w+/g, 'nothing'))
    const said = await answer.text()
    if (answer.status === 405 || said.includes('There is nothing at')) unserved.push(route)
  }
  expect(unserved).toEqual([])
})

test('every setting can be read and written where it could', async () => {
  const { settings } = await lab.call('config.list', {})
  for (const { key, scopes } of names.settings) {
    const setting = settings.find(each => each.key === key)
    expect([key, setting?.scopes]).toEqual([key, expect.arrayContaining([...scopes])])
  }
})

function leadsTo(command: string): string | undefined {
  const { place } = whereNow(tree, locateCommand(tree, command.split(' ')))
  return place.rest.length === 0 ? place.node.entry?.name : undefined
}

function takes(schema: JsonSchema, word: string): boolean {
  const one = schema.items ?? schema
  const words = one.enum ?? one['x-choices']?.values
  return words === undefined ? one.type === 'string' : words.includes(word)
}
