import {
  type CallToolRequestParams,
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { App, CallOptions } from '../../app/app.ts'
import { isRefused, toFailure } from '../../operation/errors.ts'
import { whyNotId } from '../../operation/naming.ts'
import { shell } from '../../operation/shell.ts'
import { answerOf, failed } from './answer.ts'
import { actorOf, clientOf } from './client.ts'
import type { Door } from './door.ts'
import { INVALID_PARAMS } from './message.ts'
import { askPerson, personDecided } from './person.ts'
import { risingProgress } from './progress.ts'
import { chooseVerb, groupTools, type ToolGroup } from './tools.ts'

export interface Exchange {
  readonly door: Door
  readonly server: Server
  readonly ctx: ServerContext
}

/** The `_meta` key under which a client names an operation, so that its retry applies once. */
const OPERATION_ID = 'furrow/operation-id'

export async function callTool(exchange: Exchange, params: CallToolRequestParams): Promise<Answer> {
  try {
    return await perform(exchange, params)
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    return isRefused(error) ? failed(toFailure(error)) : failedInside(exchange, params.name, error)
  }
}

type Answer = CallToolResult | InputRequiredResult

async function perform(exchange: Exchange, { name, arguments: given = {} }: CallToolRequestParams): Promise<Answer> {
  const { door, server, ctx } = exchange
  const client = clientOf(server, ctx)
  const options = optionsFor(exchange)
  door.seen?.(server, client)
  const app = await door.app(server)
  const waiting = ctx.mcpReq.requestState<string>()
  if (waiting !== undefined) return personDecided(app, waiting, { ctx, options })
  const group = await findTool(door, name, () => app.list(options))
  if (group === undefined) throw new ProtocolError(INVALID_PARAMS, `There is no tool ${name}.`)
  const chosen = chooseVerb(group, given)
  if ('problem' in chosen) return failed({ code: 'usage', message: chosen.problem, target: 'action' })
  const outcome = await app.call(chosen.entry.name, chosen.input, options)
  const question = outcome.ok ? undefined : await askPerson(outcome.error, client, ctx)
  return question ?? server.projectCallToolResult(answerOf(outcome, chosen), chosen.entry.output)
}

/** A bug: the client learns that there is one, the person who runs the server learns which. */
async function failedInside({ door, ctx }: Exchange, tool: string, bug: unknown): Promise<CallToolResult> {
  door.report(bug)
  const message = `${tool} failed inside Furrow; the details are on the server's standard error.`
  await ctx.mcpReq.log('error', message, 'furrow')
  return failed({ code: 'internal', message, fix: shell`furrow doctor` })
}

async function findTool(door: Door, name: string, list: () => ReturnType<App['list']>): Promise<ToolGroup | undefined> {
  return groupTools(door.manifest.operations).get(name) ?? groupTools(await list()).get(name)
}

function optionsFor({ door, server, ctx }: Exchange): CallOptions {
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
