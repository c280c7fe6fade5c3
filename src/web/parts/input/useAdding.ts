import { useRef, useState } from 'react'

type DraftFields = Readonly<Record<string, string>>

/** A text that was not saved. */
export interface RefusedText<T> {
  readonly sent: T
  readonly error: unknown
  /** It is back in its fields, where nothing else had been typed. */
  readonly isBack: boolean
}

/**
 * The fields of a form that adds one thing after another. They are emptied as they are sent, so that the next one can
 * be typed while the former is being saved, and a refused text comes back unless it would replace another.
 */
export function useAdding<T extends DraftFields>(empty: T, save: (sent: T) => Promise<unknown>) {
  const [fields, setFields] = useState(empty)
  const [refused, setRefused] = useState<readonly RefusedText<T>[]>([])
  const first = useRef<HTMLInputElement>(null)
  const now = useRef(fields)
  const queue = useRef(Promise.resolve())
  const show = (next: T) => {
    now.current = next
    setFields(next)
  }
  const refuse = (sent: T, error: unknown) => {
    const isBack = Object.values(now.current).every(text => text.trim() === '')
    if (isBack) show(sent)
    setRefused(before => [...before, { sent, error, isBack }])
  }
  /** One after the other: what was typed first is saved first. */
  const send = (sent: T) => {
    queue.current = queue.current
      .then(() => save(sent))
      .then(
        () => undefined,
        error => refuse(sent, error),
      )
  }
  return {
    fields,
    first,
    refused,
    set: (change: Partial<T>) => show({ ...now.current, ...change }),
    submit: () => {
      setRefused(before => before.filter(({ isBack }) => !isBack))
      send(now.current)
      show(empty)
      first.current?.focus()
    },
    retry: (one: RefusedText<T>) => {
      setRefused(before => before.filter(each => each !== one))
      send(one.sent)
    },
  }
}
