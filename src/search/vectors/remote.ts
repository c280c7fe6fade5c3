import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Embedder } from './port.ts'

export interface RemoteEmbedder {
  readonly url: string
  readonly model: string
  /** Sent as a bearer token where there is one. */
  readonly key?: string
}

const PATIENCE_MS = 30_000

/** Ollama's own protocol: `POST /api/embed`. */
export function ollama({ url, model }: RemoteEmbedder): Embedder {
  return {
    name: `ollama ${model}`,
    async embed(texts, signal) {
      const answer = await post(`${bare(url)}/api/embed`, { body: { model, input: texts }, signal })
      return vectorsIn((answer as { embeddings?: unknown }).embeddings, texts.length, url)
    },
  }
}

/** What OpenAI and everything compatible with it speaks: `POST /embeddings` below the base address. */
export function openAi({ url, model, key }: RemoteEmbedder): Embedder {
  return {
    name: `openai ${model}`,
    async embed(texts, signal) {
      const body = { model, input: texts, encoding_format: 'float' }
      const answer = await post(`${bare(url)}/embeddings`, { body, signal, ...(key !== undefined && { key }) })
      const { data } = answer as { data?: { index: number; embedding: unknown }[] }
      const inOrder = Array.isArray(data) ? [...data].sort((a, b) => a.index - b.index) : []
      return vectorsIn(
        inOrder.map(({ embedding }) => embedding),
        texts.length,
        url,
      )
    },
  }
}

function bare(url: string): string {
  return url.replace(/\/+$/, '')
}

interface EmbeddingRequest {
  readonly body: unknown
  readonly key?: string
  readonly signal: AbortSignal | undefined
}

async function post(url: string, { body, key, signal }: EmbeddingRequest): Promise<unknown> {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  const headers = { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) }
  let answer: Response
  try {
    answer = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      redirect: 'error',
      signal: signal === undefined ? patience : AbortSignal.any([signal, patience]),
    })
    if (answer.ok) return await answer.json()
  } catch (error) {
    throw unreachable(url, error instanceof Error ? error.message : String(error), error)
  }
  throw unreachable(url, `it answered ${answer.status}`)
}

function vectorsIn(value: unknown, count: number, url: string): Float32Array[] {
  const isVector = (item: unknown): item is number[] =>
    Array.isArray(item) && item.length > 0 && item.every(number => typeof number === 'number')
  if (Array.isArray(value) && value.length === count && value.every(isVector))
    return value.map(vector => Float32Array.from(vector))
  throw unreachable(url, `it did not answer with ${count} vectors`)
}

function unreachable(url: string, why: string, cause?: unknown) {
  return refuse('io_error', `The provider of vectors at ${url} cannot be used: ${why}.`, {
    target: url,
    fix: shell`furrow config list`,
    ...(cause !== undefined && { cause }),
  })
}
