import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the model says next: a text that ends its turn, or a call of a tool. */
export type Says = { readonly text: string } | { readonly tool: string; readonly input: unknown }

export interface FakeModel extends AsyncDisposable {
  readonly address: string
  /** What every turn of the agent was asked with, oldest first. */
  readonly asked: readonly string[]
}

type Body = Readonly<Record<string, unknown>>

/** How one kind of model is spoken with: which requests are turns of an agent, and what an answer looks like. */
interface Wire {
  readonly isTurn: (url: string, body: Body) => boolean
  readonly events: (said: Says, body: Body) => readonly { readonly type?: string; readonly [key: string]: unknown }[]
  /** What any other request is answered with. */
  readonly otherwise: unknown
}

/** A model on this machine that says what a test wants; nothing leaves the machine. */
export async function fakeModel(kind: keyof typeof WIRES, says: readonly Says[]): Promise<FakeModel> {
  const { isTurn, events, otherwise } = WIRES[kind]
  const asked: string[] = []
  const server = http.createServer(async (request, response) => {
    const body = await bodyOf(request)
    if (!isTurn(request.url ?? '', body)) {
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(JSON.stringify(otherwise))
    }
    const said = says[asked.length] ?? { text: 'ok' }
    asked.push(JSON.stringify(body))
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of events(said, body))
      response.write(`${event.type === undefined ? '' : `event: ${event.type}\n`}data: ${JSON.stringify(event)}\n\n`)
    return response.end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function bodyOf(request: http.IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? {} : (JSON.parse(text) as Body)
}

const usage = { input_tokens: 1, output_tokens: 1 }
const hasTools = ({ tools }: Body) => Array.isArray(tools) && tools.length > 0

const WIRES = {
  anthropic: {
    isTurn: (url, body) => /^\/v1\/messages(?:\?|$)/.test(url) && body['stream'] === true && hasTools(body),
    events: (said, { model }) => anthropic(said, String(model)),
    otherwise: {
      id: 'm',
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text: 'ok' }],
      ...usage,
      usage,
    },
  },
  openai: {
    isTurn: url => url.endsWith('/responses'),
    events: openai,
    otherwise: {},
  },
  chat: {
    isTurn: (url, body) => url.endsWith('/chat/completions') && hasTools(body),
    events: chat,
    otherwise: {
      id: 'c',
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: 'ok' } }],
    },
  },
  gemini: {
    isTurn: (url, body) => url.includes(':streamGenerateContent') && hasTools(body),
    events: gemini,
    otherwise: geminiAnswer({ text: '{}' }),
  },
} as const satisfies Record<string, Wire>

function anthropic(said: Says, model: string): { type: string; [key: string]: unknown }[] {
  const calls = 'tool' in said
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    stop_reason: null,
    stop_sequence: null,
    usage,
  }
  return [
    { type: 'message_start', message: { ...message, content: [] } },
    {
      type: 'content_block_start',
      index: 0,
      content_block: calls
        ? { type: 'tool_use', id: 'toolu_1', name: said.tool, input: {} }
        : { type: 'text', text: '' },
    },
    {
      type: 'content_block_delta',
      index: 0,
      delta: calls
        ? { type: 'input_json_delta', partial_json: JSON.stringify(said.input) }
        : { type: 'text_delta', text: said.text },
    },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: calls ? 'tool_use' : 'end_turn', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
}

function openai(said: Says): { type: string; [key: string]: unknown }[] {
  const content = 'tool' in said ? [] : [{ type: 'output_text', text: said.text, annotations: [] }]
  const item =
    'tool' in said
      ? {
          type: 'custom_tool_call',
          id: 'ct_1',
          call_id: 'call_1',
          name: said.tool,
          input: said.input,
          status: 'completed',
        }
      : { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }
  const counted = { ...usage, total_tokens: 2, input_tokens_details: null, output_tokens_details: null }
  return [
    { type: 'response.created', response: { id: 'r' } },
    { type: 'response.output_item.added', output_index: 0, item },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { id: 'r', status: 'completed', output: [item], usage: counted } },
  ]
}

function chat(said: Says): { [key: string]: unknown }[] {
  const chunk = (delta: unknown, finish_reason: string | null) => ({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'stub',
    choices: [{ index: 0, delta, finish_reason }],
  })
  if (!('tool' in said)) return [chunk({ role: 'assistant', content: said.text }, null), chunk({}, 'stop')]
  const called = { name: said.tool, arguments: JSON.stringify(said.input) }
  const tool_calls = [{ index: 0, id: 'call_1', type: 'function', function: called }]
  return [chunk({ role: 'assistant', tool_calls }, null), chunk({}, 'tool_calls')]
}

function gemini(said: Says): { [key: string]: unknown }[] {
  return [geminiAnswer('tool' in said ? { functionCall: { name: said.tool, args: said.input } } : { text: said.text })]
}

function geminiAnswer(part: Record<string, unknown>): { [key: string]: unknown } {
  return {
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  }
}
