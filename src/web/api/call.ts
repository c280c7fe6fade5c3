import type { Operations } from '../../app/registry.ts'
import { request } from './request.ts'

export type OperationName = keyof Operations
export type Input<N extends OperationName> = Operations[N]['given']
export type Output<N extends OperationName> = Operations[N]['output']

/** `await call('run.cancel', { id })`: one operation, by the name every door knows it by. */
export async function call<N extends OperationName>(
  name: N,
  input: Input<N>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Output<N>> {
  const response = await request(`/api/operations/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
    ...(signal && { signal }),
  })
  return (await response.json()) as Output<N>
}
