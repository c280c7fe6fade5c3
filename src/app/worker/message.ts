/** To the thread: do this, or stop doing it. */
export type WorkerOrder =
  | { readonly id: number; readonly job: string; readonly input: unknown }
  | { readonly id: number; readonly stop: true }

/** From the thread; `value` and `error` are the last word about an order. */
export interface WorkerReply {
  readonly id: number
  readonly kind: 'progress' | 'value' | 'error'
  readonly body: unknown
}

/** An error as plain data: what the structured clone leaves out of one (its code, its fix) is what doors show. */
export function packError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message, stack } = error
  const own = Object.entries(error).filter(([key, value]) => key !== 'cause' && typeof value !== 'function')
  return { ...Object.fromEntries(own), name, message, stack }
}

export function unpackError(packed: unknown): Error {
  const { message, ...rest } = packed as { message: string }
  return Object.assign(new Error(message), rest)
}
