import { backUp, type Database, immediateTransaction } from '../database/sqlite.ts'
import { checkLog } from './check.ts'
import { replaceHead } from './head.ts'
import { newestLink, startChain } from './link.ts'

/** Nothing where the chain is whole. The database from before is kept, with its chain, beside the new one. */
export function restartChain(
  state: Database,
  stateFile: string,
  now: number,
): { kept: string; damage: readonly string[] } | undefined {
  const { damage } = checkLog(state, stateFile)
  const [first] = damage
  if (first === undefined) return undefined
  const kept = `${stateFile}.log-changed-${new Date(now).toISOString().replace(/[-:.]/g, '').slice(0, 15)}`
  backUp(state, kept)
  immediateTransaction(state, () => startChain(state, { at: now, why: `repair: ${first}` }))
  replaceHead(stateFile, newestLink(state))
  return { kept, damage }
}
