import { randomBytes } from 'node:crypto'
import {
  type CallToolResult,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { App } from '../../app/app.ts'
import type { Failure } from '../../operation/errors.ts'
import type { PersonRequest } from '../../workspace/requests.ts'
import { failed } from './answer.ts'
import type { Client } from './client.ts'

const KEY = 'person'
/** How long a call waits for the person before the agent may go on with something else. */
const PATIENCE_MS = 45_000

/** Which request a person was shown; it passes through the client, so it is sealed for the caller it was made for. */
export const asked = createRequestStateCodec<string>({
  key: randomBytes(32),
  bind: ctx => `${ctx.mcpReq.method}\0${ctx.http?.authInfo?.clientId ?? ''}`,
})

/** Where the client can open a page for the person, it is asked to; everybody else reads the address or command. */
export async function askPerson(
  error: Failure,
  client: Client,
  ctx: ServerContext,
): Promise<InputRequiredResult | undefined> {
  const { address, request } = error.details ?? {}
  if (error.code !== 'needs_person' || typeof address !== 'string' || typeof request !== 'string') return undefined
  if (client.capabilities.elicitation?.url === undefined) return undefined
  const message = `${error.message} The page shows what exactly was asked for.`
  return inputRequired({
    inputRequests: { [KEY]: inputRequired.elicitUrl({ message, url: address }) },
    requestState: await asked.mint(request, ctx),
  })
}

/** The call again, after the client has shown the page: says what the person decided. */
export async function personDecided(app: App, id: string, { mcpReq }: ServerContext): Promise<CallToolResult> {
  const response = inputResponse(mcpReq.inputResponses, KEY)
  const request =
    response.kind === 'elicit' && response.action === 'accept'
      ? await decision(app, id, mcpReq.signal)
      : await look(app, id)
  if (request.status === 'confirmed') return confirmed(request)
  const { operation } = request
  if (request.status === 'dismissed')
    return failed({ code: 'forbidden', message: `A person said no to ${operation}.`, target: operation })
  const message = `${operation} still waits for a person to decide.`
  return failed({ code: 'needs_person', message, fix: `furrow request show ${id}`, details: { request: id } })
}

function confirmed({ id, operation, status }: PersonRequest): CallToolResult {
  const text = `A person confirmed ${operation}; it has been carried out.`
  return { content: [{ type: 'text', text }], structuredContent: { request: { id, operation, status } } }
}

async function look(app: App, id: string): Promise<PersonRequest> {
  const { findRequest } = await import('../../workspace/requests.ts')
  return findRequest(app.store, id)
}

async function decision(app: App, id: string, signal: AbortSignal): Promise<PersonRequest> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
  let request = await look(app, id)
  while (request.status === 'pending' && !ended.aborted) {
    await nextChange(app, ended)
    request = await look(app, id)
  }
  return request
}

function nextChange({ store }: App, ended: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      watch[Symbol.dispose]()
      ended.removeEventListener('abort', done)
      resolve()
    }
    const watch = store.events.watch(done)
    ended.addEventListener('abort', done)
  })
}
