import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the model says next: a text that ends its turn, or a call of a tool. */
export type Says = { readonly text: string } | { readonly tool: string; readonly input: unknown }

export interface FakeModel extends AsyncDisposable {
  readonly address: string
  /** The messages of every request that an agent made with its tools, oldest first. */
  readonly asked: readonly string[]
}

/** A model on this machine that says what a test wants, in the form of the Anthropic messages API. Nothing leaves the machine. */
export async function fakeModel(says: readonly Says[]): Promise<FakeModel> {
  const asked: string[] = []
  const server = http.createServer(async (request, response) => {
    const body = await bodyOf(request)
    if (!request.url?.startsWith('/v1/messages') || request.url.includes('count_tokens'))
      return answerJson(response, { input_tokens: 1 })
    const {
      messages,
      model,
      stream,
      tools = [],
    } = body as { messages: unknown; model: string; stream?: boolean; tools?: [] }
    const said = tools.length === 0 ? { text: 'ok' } : (says[asked.length] ?? { text: 'ok' })
    if (tools.length > 0) asked.push(JSON.stringify(messages))
    if (stream !== true) return answerJson(response, { ...message(model), content: [{ type: 'text', text: 'ok' }] })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of eventsOf(said, model))
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    response.end()
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

async function bodyOf(request: http.IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

function answerJson(response: http.ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

const usage = { input_tokens: 1, output_tokens: 1 }

function message(model: string) {
  return { id: 'msg_1', type: 'message', role: 'assistant', model, stop_reason: 'end_turn', stop_sequence: null, usage }
}

function eventsOf(said: Says, model: string): { type: string; [key: string]: unknown }[] {
  const calls = 'tool' in said
  return [
    { type: 'message_start', message: { ...message(model), content: [], stop_reason: null } },
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
