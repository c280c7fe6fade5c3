import {
  type CallToolRequestParams,
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { App, CallOptions } from '../../../app/app.ts'
import { isRefused, toFailure } from '../../../operation/errors.ts'
import type { OperationEntry } from '../../../operation/manifest.ts'
import { whyNotId } from '../../../operation/names/naming.ts'
import { didYouMean } from '../../../operation/names/nearest.ts'
import { shell } from '../../../shared/shell/shell.ts'
import { answerOf, failed, unknownAction } from '../answer/load.ts'
import type { Surface } from '../answer/tool-call.ts'
import type { McpDoor } from '../door.ts'
import { actorOf, clientOf } from '../session/client.ts'
import { describeOthers, describeTool, OTHER_TOOLS, readOtherTool } from '../tools/other-tools.ts'
import { isListed } from '../tools/profile.ts'
import { chooseVerb, groupTools, type ToolGroup } from '../tools/tools.ts'
import { INVALID_PARAMS } from '../wire/message.ts'
import { askPerson, personDecided } from './ask-person.ts'
import { risingProgress } from './call-progress.ts'
import { askForInput, withAnswers } from './missing-input.ts'

export interface McpExchange {
  readonly door: McpDoor
  readonly server: Server
  readonly ctx: ServerContext
}

/** The `_meta` key under which a client names an operation, so that its retry applies once. */
const OPERATION_ID = 'furrow/operation-id'

export async function callTool(exchange: McpExchange, params: CallToolRequestParams): Promise<ToolCallAnswer> {
  try {
    return await perform(exchange, params)
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    return isRefused(error)
      ? failed(toFailure(error), surfaceOf(exchange.door))
      : failedInside(exchange, params.name, error)
  }
}

type ToolCallAnswer = CallToolResult | InputRequiredResult

async function perform(
  exchange: McpExchange,
  { name, arguments: given = {} }: CallToolRequestParams,
): Promise<ToolCallAnswer> {
  if (name === OTHER_TOOLS) return performOther(exchange, given)
  const { door, server, ctx } = exchange
  const surface = surfaceOf(door)
  const client = clientOf(server, ctx)
  const options = optionsFor(exchange)
  door.seen?.(server, client)
  const app = await door.app(server)
  const waiting = ctx.mcpReq.requestState<string>()
  if (waiting !== undefined) return personDecided(app, waiting, { ctx, options, surface })
  const group = await findTool(door, name, () => app.list(options))
  if (group === undefined) throw new ProtocolError(INVALID_PARAMS, `There is no tool ${name}.`)
  const chosen = chooseVerb(group, given)
  if ('problem' in chosen) return unknownAction(group, { message: chosen.problem, given }, surface)
  const outcome = await callWithAnswers(app, chosen, { ctx, options })
  const question = outcome.ok
    ? undefined
    : (askForInput(outcome.error, client, ctx) ?? (await askPerson(outcome.error, client, ctx)))
  return question ?? server.projectCallToolResult(await answerOf(outcome, { ...chosen, surface }), chosen.entry.output)
}

/** A call that lacked input comes again with what the person said; what was asked for is found out as the first time. */
async function callWithAnswers(
  app: App,
  { entry, input }: { entry: OperationEntry; input: Readonly<Record<string, unknown>> },
  { ctx, options }: { ctx: ServerContext; options: CallOptions },
): ReturnType<App['call']> {
  const outcome = await app.call(entry.name, input, options)
  const answered = outcome.ok ? undefined : withAnswers(input, outcome.error, ctx)
  return answered === undefined ? outcome : app.call(entry.name, answered, options)
}

function surfaceOf({ manifest, profile }: McpDoor): Surface {
  return { operations: manifest.operations, profile }
}

/** The tool that lists, shows and calls those that have no place on the default list. */
async function performOther(exchange: McpExchange, given: Readonly<Record<string, unknown>>): Promise<ToolCallAnswer> {
  const { door, server } = exchange
  const asked = readOtherTool(given)
  if (asked.kind === 'problem') return failed({ code: 'usage', message: asked.problem }, surfaceOf(door))
  const app = await door.app(server)
  const list = () => app.list(optionsFor(exchange))
  if (asked.kind === 'list') return described(describeOthers(await list(), tool => isListed(tool, door.profile)))
  const group = await findTool(door, asked.name, list)
  if (group === undefined) return unknownTool(door, asked.name, await list())
  return asked.kind === 'call' ? perform(exchange, asked) : described(describeTool(group))
}

function unknownTool(door: McpDoor, name: string, operations: readonly OperationEntry[]): Promise<CallToolResult> {
  const message = `There is no tool ${name}.${didYouMean(name, [...groupTools(operations).keys()])}`
  return failed({ code: 'not_found', message, target: 'name', fix: shell`furrow reference` }, surfaceOf(door))
}

function described({ value, text }: { value: Record<string, unknown>; text: string }): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: value }
}

/** A bug: the client learns that there is one, the person who runs the server learns which. */
async function failedInside({ door, ctx }: McpExchange, tool: string, bug: unknown): Promise<CallToolResult> {
  door.report(bug)
  const message = `${tool} failed inside Furrow; the details are on the server's standard error.`
  await ctx.mcpReq.log('error', message, 'furrow')
  return failed({ code: 'internal', message, fix: shell`furrow doctor` }, surfaceOf(door))
}

async function findTool(
  door: McpDoor,
  name: string,
  list: () => ReturnType<App['list']>,
): Promise<ToolGroup | undefined> {
  return groupTools(door.manifest.operations).get(name) ?? groupTools(await list()).get(name)
}

function optionsFor({ door, server, ctx }: McpExchange): CallOptions {
  const { signal, _meta: meta, notify } = ctx.mcpReq
  const operationId = meta?.[OPERATION_ID]
  const problem = typeof operationId === 'string' ? whyNotId(operationId) : undefined
  if (problem !== undefined) throw new ProtocolError(INVALID_PARAMS, `_meta ${OPERATION_ID} ${problem}`)
  const token = meta?.progressToken
  const progress = risingProgress(performance.now.bind(performance), params => {
    void notify({ method: 'notifications/progress', params: { progressToken: token, ...params } })
  })
  return {
    actor: actorOf(clientOf(server, ctx), door.actor),
    signal,
    ...(typeof operationId === 'string' && { operationId }),
    ...(token !== undefined && { progress }),
  }
}
