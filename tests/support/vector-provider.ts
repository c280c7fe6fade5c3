import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** Speaks as Ollama does; understands that a pinniped is a walrus, and nothing else. */
export async function provider() {
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] }
    const embeddings = input.map(text => (/walrus|pinniped/i.test(text) ? [1, 0, 0.1] : [0, 1, 0.1]))
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ embeddings }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => void server.close()
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close, [Symbol.dispose]: close }
}
