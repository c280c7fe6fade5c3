import {
  type AuthInfo,
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  type McpHttpHandler,
  type Server,
} from '@modelcontextprotocol/server'
import type { Actor } from '../../../operation/actor.ts'
import { type McpSession, McpSessions, type SessionLimits } from '../session/mcp-sessions.ts'
import type { Profile } from '../tools/profile.ts'
import {
  INVALID_REQUEST,
  MAX_MESSAGE_BYTES,
  parseBytes,
  type RpcFailure,
  type RpcId,
  type RpcMessage,
  TOO_LARGE,
} from '../wire/message.ts'
import { type NodeExchange, readBody, sendWebResponse, toWebRequest } from './web-wire.ts'

/** Whom the HTTP door let in. */
export interface McpCaller {
  /** What one token's sessions and leases are kept under. */
  readonly owner: string
  /** Set where the token says more than the client's own name does (a run, a script). */
  readonly actor?: Actor
  readonly profile?: Profile
}

export interface HttpDoorOptions {
  readonly limits?: SessionLimits
  report(problem: unknown): void
}

/** The HTTP side alone: which server answers is up to `create`, one for each session or request. */
export class HttpDoor implements AsyncDisposable {
  readonly #create: (caller: McpCaller) => Server
  readonly #sessions: McpSessions
  readonly #modern: McpHttpHandler
  readonly #report: (problem: unknown) => void

  constructor(create: (caller: McpCaller) => Server, { report, limits }: HttpDoorOptions) {
    this.#create = create
    this.#report = report
    this.#sessions = new McpSessions(() => performance.now(), limits)
    this.#modern = createMcpHandler(({ authInfo }) => create(callerIn(authInfo)), { legacy: 'reject', onerror: report })
  }

  async handle(wire: NodeExchange, caller: McpCaller): Promise<void> {
    const request = toWebRequest(wire)
    const message = await messageIn(wire)
    if (message instanceof Response) return sendWebResponse(wire, message)
    if (await isLegacyRequest(request, message)) return this.#inSession(wire, { request, message, caller })
    const more = { authInfo: authInfoOf(caller), ...(message !== undefined && { parsedBody: message }) }
    return sendWebResponse(wire, await this.#modern.fetch(request, more))
  }

  changed(kind: 'tools' | 'prompts'): void {
    const { notify } = this.#modern
    if (kind === 'tools') notify.toolsChanged()
    else notify.promptsChanged()
    for (const { server } of this.#sessions.all) {
      const told = kind === 'tools' ? server.sendToolListChanged() : server.sendPromptListChanged()
      void told.catch(this.#report)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([this.#modern.close(), this.#sessions.close()])
  }

  async #inSession(wire: NodeExchange, asked: McpHttpRequest): Promise<void> {
    const session = await this.#sessionFor(asked)
    if (session instanceof Response) return sendWebResponse(wire, session)
    using _place = occupy(session, asked.message)
    const { request, message } = asked
    const options = message === undefined ? {} : { parsedBody: message }
    await sendWebResponse(wire, await session.transport.handleRequest(request, options))
  }

  async #sessionFor({ request, message, caller }: McpHttpRequest): Promise<McpSession | Response> {
    const id = request.headers.get('mcp-session-id')
    if (id === null && message !== undefined && (message.method === undefined || message.id === undefined))
      return rejected()
    if (id === null && message?.method !== 'initialize')
      return refusal(400, INVALID_REQUEST, 'A session starts with initialize.')
    if (id === null) {
      const started = await this.#sessions.start(caller.owner, () => this.#create(caller))
      return started ?? refusal(503, -32000, 'All sessions are in use; end one or wait.')
    }
    const session = this.#sessions.find(id, caller.owner)
    if (session === undefined) return refusal(404, -32001, 'There is no such session.')
    const busy = message?.method !== undefined && message.id !== undefined && session.ids.has(message.id)
    return busy ? refusal(400, INVALID_REQUEST, `The id ${JSON.stringify(message.id)} is in use.`) : session
  }
}

interface McpHttpRequest {
  readonly request: Request
  readonly message: RpcMessage | undefined
  readonly caller: McpCaller
}

/** The message of a POST, or what is wrong with it. */
async function messageIn({ incoming, outgoing }: NodeExchange): Promise<RpcMessage | Response | undefined> {
  if (incoming.method !== 'POST') return undefined
  if (!isJsonContentType(incoming.headers['content-type']))
    return refusal(415, INVALID_REQUEST, 'The body must be application/json.')
  const body = await readBody(incoming, MAX_MESSAGE_BYTES)
  if (body.kind === 'too_large') {
    const { id, isResponse } = body.envelope
    // The rest of the body is not read, so the connection cannot be used again.
    if (!body.ended) outgoing.setHeader('Connection', 'close')
    return refusal(413, INVALID_REQUEST, TOO_LARGE, isResponse ? undefined : id)
  }
  const checked = parseBytes(body.bytes)
  if (checked.kind === 'message') return checked.message
  if (checked.kind === 'refused') return Response.json(checked.reply, { status: 400 })
  return rejected()
}

function occupy(session: McpSession, message: RpcMessage | undefined): Disposable {
  const id = message?.method === undefined ? undefined : message.id
  session.open += 1
  if (id !== undefined) session.ids.add(id)
  return {
    [Symbol.dispose]() {
      session.open -= 1
      if (id !== undefined) session.ids.delete(id)
    },
  }
}

/** For what is no request: there is nobody whom an error could answer. */
function rejected(): Response {
  return new Response(null, { status: 400 })
}

function refusal(status: number, code: number, message: string, id: RpcId | null = null): Response {
  const reply: RpcFailure = { jsonrpc: '2.0', id, error: { code, message } }
  return Response.json(reply, { status })
}

/** The SDK hands its callers' identity on in the form of an access token's. */
function authInfoOf(caller: McpCaller): AuthInfo {
  return { token: '', clientId: caller.owner, scopes: [], extra: { caller } }
}

function callerIn(info: AuthInfo | undefined): McpCaller {
  return (info?.extra?.caller ?? { owner: '' }) as McpCaller
}
