import {
  type CallToolResult,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { App, CallOptions } from '../../../app/app.ts'
import type { Failure } from '../../../operation/errors.ts'
import type { RequestView } from '../../../workspace/requests/model.ts'
import { failed } from '../answer/load.ts'
import type { Surface } from '../answer/tool-call.ts'
import type { McpClient } from '../session/client.ts'

const KEY = 'person'
/** How long a call waits for the person before the agent may go on with something else. */
const PATIENCE_MS = 45_000

let codec: RequestStateCodec<string> | undefined

/** Which request a person was shown; it passes through the client, so it is sealed for the caller it was made for. */
export function shownRequest(): RequestStateCodec<string> {
  // Made when first needed: loading the cryptography costs every start a few milliseconds.
  codec ??= createRequestStateCodec<string>({
    key: crypto.getRandomValues(new Uint8Array(32)),
    bind: ctx => `${ctx.mcpReq.method}\0${ctx.http?.authInfo?.clientId ?? ''}`,
  })
  return codec
}

interface AskRound {
  readonly ctx: ServerContext
  readonly surface: Surface
  readonly options: CallOptions
}

/** Where the client can open a page for the person, it is asked to; everybody else reads the address or command. */
export async function askPerson(
  error: Failure,
  client: McpClient,
  ctx: ServerContext,
): Promise<InputRequiredResult | undefined> {
  const { address, request } = error.details ?? {}
  if (error.code !== 'needs_person' || typeof address !== 'string' || typeof request !== 'string') return undefined
  if (client.capabilities.elicitation?.url === undefined) return undefined
  const message = `${error.message} The page shows what exactly was asked for.`
  return inputRequired({
    inputRequests: { [KEY]: inputRequired.elicitUrl({ message, url: address }) },
    requestState: await shownRequest().mint(request, ctx),
  })
}

/** The call again, after the client has shown the page: says what the person decided. */
export async function personDecided(
  app: App,
  id: string,
  { ctx, options, surface }: AskRound,
): Promise<CallToolResult> {
  const response = inputResponse(ctx.mcpReq.inputResponses, KEY)
  const shown = response.kind === 'elicit' && response.action === 'accept'
  const patience = AbortSignal.timeout(shown ? PATIENCE_MS : 0)
  const ended = AbortSignal.any([ctx.mcpReq.signal, patience])
  for (;;) {
    const outcome = await app.call('request.show', { id }, options)
    if (!outcome.ok) return failed(outcome.error, surface)
    const request = outcome.value as RequestView
    if (request.status !== 'pending' || ended.aborted) return answers[request.status](request, surface)
    await nextChange(app, ended)
  }
}

const answers: Readonly<
  Record<RequestView['status'], (request: RequestView, surface: Surface) => CallToolResult | Promise<CallToolResult>>
> = {
  confirmed: request => ({
    content: [{ type: 'text', text: `A person confirmed ${request.operation}.` }],
    structuredContent: { request },
  }),
  dismissed: ({ operation }, surface) =>
    failed({ code: 'forbidden', message: `A person said no to ${operation}.`, target: operation }, surface),
  pending: ({ id, operation, command }, surface) =>
    failed(
      {
        code: 'needs_person',
        message: `${operation} still waits for a person to decide.`,
        target: operation,
        fix: command,
        details: { request: id },
      },
      surface,
    ),
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
