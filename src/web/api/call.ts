import type { Operations } from '../../app/registry.ts'
import { request } from './request.ts'

export type OperationName = keyof Operations
export type Input<N extends OperationName> = Operations[N]['given']
export type Output<N extends OperationName> = Operations[N]['output']

/** An operation that is only known by its name, such as one that a form is made for. */
export async function callByName(name: string, input: Readonly<Record<string, unknown>>): Promise<unknown> {
  return (await post(name, input)).json()
}

/** `await call('run.cancel', { id })`: one operation, by the name every door knows it by. */
export async function callOperation<N extends OperationName>(
  name: N,
  input: Input<N>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Output<N>> {
  return (await (await post(name, input, signal)).json()) as Output<N>
}

function post(name: string, input: unknown, signal?: AbortSignal): Promise<Response> {
  return request(`/api/operations/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
    ...(signal && { signal }),
  })
}
