import type { CardOrigin } from './entities.ts'

/** `interaction:build/20260102-…` as a card keeps it. */
export function cardOrigin(text: string | undefined): { origin?: CardOrigin } {
  if (text === undefined) return {}
  const [kind = '', ...rest] = text.split(':')
  return { origin: rest.length === 0 ? { kind: 'text', ref: text } : { kind, ref: rest.join(':') } }
}
