import { ErrorBox } from '../layout/States.tsx'
import type { RefusedText } from './useAdding.ts'

interface NotAddedProps<T> {
  readonly refused: readonly RefusedText<T>[]
  readonly nameOf: (sent: T) => string
  readonly retry: (one: RefusedText<T>) => void
}

/** What a form could not add, and why; each can be sent again. */
export function NotAdded<T>({ refused, nameOf, retry }: NotAddedProps<T>) {
  return refused.map((one, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same text may be refused twice
    <div key={index} className="col-span-full">
      {!one.isBack && <p className="px-5 pt-2 break-words">Not saved: {nameOf(one.sent)}</p>}
      <ErrorBox error={one.error} {...(!one.isBack && { retry: () => retry(one) })} />
    </div>
  ))
}
