import type { ServerResponse } from 'node:http'
import { refuse } from '../../../operation/errors.ts'
import { shell } from '../../../shared/shell/shell.ts'
import type { HttpWire } from '../wire/reply.ts'

/** The largest body that any operation takes. */
export const MAX_BODY = 1024 * 1024

/** Content type, then size, then the text as JSON; nothing is guessed. An empty body is an empty object. */
export async function readJsonBody({ incoming, outgoing }: HttpWire, max = MAX_BODY): Promise<unknown> {
  const { 'content-type': type, 'content-length': length } = incoming.headers
  if (!isJsonType(type))
    throw refuse('unsupported_type', `The body must be application/json, not ${type ?? 'without a type'}.`, {
      target: 'Content-Type',
      fix: shell`furrow reference`,
    })
  if (Number(length ?? 0) > max) throw tooLarge(outgoing, max)
  return parse(await collect({ incoming, outgoing }, max))
}

/** Only this type, with no parameter but the one charset that JSON has. A stray space is not forgiven. */
export function isJsonType(type: string | undefined): boolean {
  return type !== undefined && /^application\/json(?:; ?charset=(?:utf-8|"utf-8"))?$/i.test(type)
}

async function collect({ incoming, outgoing }: HttpWire, max: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  // A request that is destroyed takes its connection along, and then nobody gets the refusal.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > max) throw tooLarge(outgoing, max)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The rest of the body will not be read, so the connection cannot be used again. */
function tooLarge(outgoing: ServerResponse, max: number) {
  if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close')
  return refuse('too_large', `The body is larger than ${max} bytes.`, { fix: shell`furrow reference` })
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function parse(bytes: Buffer): unknown {
  if (bytes.length === 0) return {}
  try {
    return JSON.parse(utf8.decode(bytes)) as unknown
  } catch (cause) {
    const says = cause instanceof SyntaxError ? cause.message : 'it is not UTF-8'
    throw refuse('usage', `The body is not JSON: ${says}.`, { fix: shell`furrow reference`, cause })
  }
}
