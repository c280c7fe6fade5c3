import { ProtocolError, ResourceNotFoundError, Server } from '@modelcontextprotocol/server'
import { clientOf } from '../session/client.ts'
import { sdkTools } from '../tools/sdk-tools.ts'
import { INVALID_PARAMS } from '../wire/message.ts'
import { askingTools, fixtureState } from './asking.ts'
import { contentTools } from './content.ts'
import type { FixtureContext, ToolFixture } from './fixture.ts'
import { fixturePrompts, fixtureResources, readFixture, templates } from './texts.ts'

const tools: Readonly<Record<string, ToolFixture>> = { ...contentTools, ...askingTools }

/** What the official suite expects of a server under test; none of it touches an operation or a workspace. */
export function createFixtureServer(changed: FixtureContext['changed']): Server {
  const server = new Server(
    { name: 'furrow-conformance', version: '1.0.0' },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        completions: {},
        logging: {},
      },
      requestState: { verify: fixtureState.verify },
    },
  )
  serveTools(server, changed)
  serveTexts(server)
  return server
}

function serveTools(server: Server, changed: FixtureContext['changed']): void {
  const list = Object.entries(tools).map(([name, { description, inputSchema }]) => ({
    name,
    description,
    inputSchema: inputSchema ?? { type: 'object', properties: {} },
  }))
  server.setRequestHandler('tools/list', () => ({ tools: sdkTools(list) }))
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: args = {} } }, ctx) => {
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
    if (tool === undefined) throw new ProtocolError(INVALID_PARAMS, `There is no tool ${name}.`)
    return tool.run(args, { ctx, client: clientOf(server, ctx), changed })
  })
}

function serveTexts(server: Server): void {
  const watched = new Set<string>()
  const promptList = Object.entries(fixturePrompts).map(([name, prompt]) => ({
    name,
    description: prompt.description,
    arguments: (prompt.arguments ?? []).map(argument => ({ name: argument, description: argument, required: true })),
  }))
  server.setRequestHandler('prompts/list', () => ({ prompts: promptList }))
  server.setRequestHandler('prompts/get', ({ params }, ctx) => {
    const prompt = Object.hasOwn(fixturePrompts, params.name) ? fixturePrompts[params.name] : undefined
    if (prompt === undefined) throw new ProtocolError(INVALID_PARAMS, `There is no prompt ${params.name}.`)
    return prompt.get(params.arguments ?? {}, ctx)
  })
  server.setRequestHandler('completion/complete', () => ({ completion: { values: ['paris', 'park', 'party'] } }))
  server.setRequestHandler('resources/list', () => ({ resources: fixtureResources }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: templates }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const result = readFixture(uri)
    if (result === undefined) throw new ResourceNotFoundError(uri)
    return result
  })
  server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
    watched.add(uri)
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    watched.delete(uri)
    return {}
  })
}
