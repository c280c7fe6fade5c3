import { isRefused, type Refused, refuse } from '../operation/errors.ts'
import { didYouMean } from '../operation/nearest.ts'
import { shell, splice } from '../operation/shell.ts'
import { type Call, implement } from '../workspace/call.ts'
import * as contracts from './contracts.ts'
import { renderSecret } from './list.ts'
import type { Grant } from './model.ts'
import { scopesIn } from './places.ts'
import { changeGrants } from './records.ts'
import { openVault } from './vault.ts'
import { toolVersions, viewOf } from './view.ts'

/** Worktrees differ, so older versions of a tool keep what they were granted; more than these are not needed. */
const HASHES_PER_TOOL = 20

export const grant = implement(contracts.grant, {
  async run(call, { name, tool, scope }) {
    const tools = await toolVersions(call)
    const version = tools.get(tool)
    if (version === undefined) return unknownTool(tool, [...tools.keys()])
    const { hash, runtime } = version
    const refusal = await whyNotSet(call, name, scope)
    if (refusal !== undefined) return refusal
    const added = made(call, { secret: name, tool, hash, runtime, ...(scope !== undefined && { scope }) })
    await call.store.transact(call, tx => {
      changeGrants(tx, call, grants => withGrant(grants, added))
      tx.describe(`granted ${name} to ${tool}`)
    })
    return viewOf(call, name)
  },
  render: renderSecret,
})

export const revoke = implement(contracts.revoke, {
  async run(call, { name, tool }) {
    await call.store.transact(call, tx => {
      changeGrants(tx, call, grants => {
        const kept = grants.filter(each => each.secret !== name || each.tool !== tool)
        if (kept.length === grants.length) throw notGranted(name, tool)
        return kept
      })
      tx.describe(`took ${name} away from ${tool}`)
    })
    return viewOf(call, name)
  },
  render: renderSecret,
})

function made(
  { actor: { kind, id, door }, clock }: Call,
  grant: Pick<Grant, 'secret' | 'tool' | 'hash' | 'runtime' | 'scope'>,
): Grant {
  return { ...grant, at: new Date(clock.now()).toISOString(), by: { kind, id, door } }
}

function withGrant(grants: readonly Grant[], added: Grant): Grant[] {
  const isSame = (each: Grant) => each.secret === added.secret && each.tool === added.tool && each.scope === added.scope
  const isAgain = (each: Grant) => each.hash === added.hash && each.runtime?.program === added.runtime?.program
  const others = grants.filter(each => !isSame(each) || !isAgain(each))
  const old = new Set(others.filter(isSame).slice(0, -(HASHES_PER_TOOL - 1)))
  return [...others.filter(each => !old.has(each)), added]
}

async function whyNotSet(call: Call, name: string, scope: string | undefined): Promise<Refused | undefined> {
  const names: string[] = []
  let unread: Refused | undefined
  for (const each of scopesIn(call).filter(known => scope === undefined || known === scope)) {
    const found = await namesIn(call, each)
    if (isRefused(found)) unread ??= found
    else names.push(...found)
  }
  if (names.includes(name)) return undefined
  // What cannot be read may hold it: that is told, and not that it is absent.
  if (unread !== undefined) return unread
  const where = scope === undefined ? '' : ` in the scope ${scope}`
  return refuse('not_found', `There is no secret ${name}${where}.${didYouMean(name, names)}`, {
    target: name,
    fix: shell`furrow secrets set ${name} ${scope === undefined ? [] : splice(shell`--scope ${scope}`)}`,
  })
}

async function namesIn(call: Call, scope: string): Promise<string[] | Refused> {
  try {
    return Object.keys(await openVault(call, scope))
  } catch (error) {
    if (isRefused(error)) return error
    throw error
  }
}

function unknownTool(tool: string, known: readonly string[]): Refused {
  return refuse('not_found', `There is no tool ${tool} here.${didYouMean(tool, known)}`, {
    target: tool,
    fix: shell`furrow secrets list`,
    details: { tools: known },
  })
}

function notGranted(name: string, tool: string): Refused {
  return refuse('not_found', `${name} is not granted to ${tool}.`, { target: tool, fix: shell`furrow secrets list` })
}
