import { implement } from '../call.ts'
import * as contracts from './contracts.ts'
import type { TokenView } from './model.ts'
import { isExpired, listTokens, type TokenEntry } from './tokens.ts'

export const list = implement(() => contracts.list, {
  async run({ home, clock }) {
    return { tokens: listTokens(home).map(entry => viewOf(entry, clock.now())) }
  },
  render: ({ tokens }) =>
    tokens.length === 0
      ? 'No tokens. `furrow token create --allow trust` makes one for a script.'
      : ['| token | allows | made | ends |', '| --- | --- | --- | --- |', ...tokens.map(rowOf)].join('\n'),
})

function viewOf(entry: TokenEntry, now: number): TokenView {
  if (entry.kind === 'damaged')
    return { name: entry.name, allow: [], created_at: '', expired: false, problem: entry.problem }
  const { name, allow, created_at, expires_at } = entry.record
  return {
    name,
    allow: [...allow],
    created_at,
    ...(expires_at !== undefined && { expires_at }),
    expired: isExpired(entry.record, now),
  }
}

function rowOf({ name, allow, created_at, expires_at = 'never', expired, problem }: TokenView): string {
  if (problem !== undefined) return `| ${name} | nothing: ${problem} | | |`
  return `| ${name} | ${allow.join(', ')} | ${created_at} | ${expires_at}${expired ? ' (over)' : ''} |`
}
