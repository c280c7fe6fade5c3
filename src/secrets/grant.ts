import { isRefused, type Refused, refuse } from '../operation/errors.ts'
import { didYouMean } from '../operation/names/nearest.ts'
import { shell, splice } from '../shared/shell/shell.ts'
import { type Call, implement } from '../workspace/call.ts'
import { AGENT_TOKEN } from '../workspace/serving/access.ts'
import * as contracts from './contracts.ts'
import { renderSecret } from './list-secrets.ts'
import type { Grant } from './model.ts'
import { changeGrants } from './records.ts'
import { scopesIn } from './secret-folders.ts'
import { openVault } from './vault.ts'
import { secretViewOf, toolVersions } from './view-secrets.ts'

/** Worktrees differ, so older versions of a tool keep what they were granted; more than these are not needed. */
const HASHES_PER_TOOL = 20

export const grant = implement(() => contracts.grant, {
  async run(call, { name, tool, scope }) {
    const tools = await toolVersions(call)
    const version = tools.get(tool)
    if (version === undefined) return unknownTool(tool, [...tools.keys()])
    const { hash, runtime } = version
    const refusal = name === AGENT_TOKEN ? undefined : await whyNotSet(call, name, scope)
    if (refusal !== undefined) return refusal
    const added = made(call, { secret: name, tool, hash, runtime, ...(scope !== undefined && { scope }) })
    await call.store.transact(call, tx => {
      changeGrants(tx, call, grants => withGrant(grants, added))
      tx.describe(`granted ${name} to ${tool}`)
    })
    return secretViewOf(call, name)
  },
  render: renderSecret,
})

/** Grants a tool several secrets that are set, in one step. */
export async function grantSecrets(call: Call, tool: string, names: readonly string[]): Promise<void> {
  const version = (await toolVersions(call)).get(tool)
  if (version === undefined) throw unknownTool(tool, [])
  const { hash, runtime } = version
  const added = names.map(secret => made(call, { secret, tool, hash, runtime }))
  await call.store.transact(call, tx => {
    changeGrants(tx, call, grants => added.reduce<Grant[]>(withGrant, [...grants]))
    tx.describe(`granted ${names.join(', ')} to ${tool}`)
  })
}

export const revoke = implement(() => contracts.revoke, {
  async run(call, { name, tool }) {
    await call.store.transact(call, tx => {
      changeGrants(tx, call, grants => {
        const kept = grants.filter(each => each.secret !== name || each.tool !== tool)
        if (kept.length === grants.length) throw notGranted(name, tool)
        return kept
      })
      tx.describe(`took ${name} away from ${tool}`)
    })
    return secretViewOf(call, name)
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
