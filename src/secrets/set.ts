import { refuse } from '../operation/errors.ts'
import { whyNotMaskable } from '../operation/names/variables.ts'
import { shell } from '../shared/shell/shell.ts'
import { type Call, implement } from '../workspace/call.ts'
import { moveRequest, pendingRequests } from '../workspace/requests/requests.ts'
import * as contracts from './contracts.ts'
import { parseDotenv } from './dotenv.ts'
import type { Vault } from './model.ts'
import { changeVault, openVault } from './vault.ts'
import { secretViewOf } from './view-secrets.ts'

export const set = implement(() => contracts.set, {
  async run(call, { name, value, scope }) {
    const text = value.replace(/\r?\n$/, '')
    if (text === '')
      return refuse('usage', `${name} would be empty.`, { target: 'value', fix: shell`furrow secrets set --help` })
    await changeVault(call, scope, secrets => ({ ...secrets, [name]: { value: text, set: given(call) } }))
    settleWishes(call, { name, scope })
    const unmasked = whyNotMaskable(text)
    return { ...(await secretViewOf(call, name)), ...(unmasked !== undefined && { unmasked }) }
  },
  render: ({ name, scopes, unmasked }) =>
    [
      `**${name}** is kept in ${scopes.map(({ scope }) => scope).join(', ')}. A tool has it once you grant it: \`${shell`furrow secrets grant ${name} <tool>`}\``,
      unmasked !== undefined && `Its value ${unmasked}, so it cannot be masked in what a tool prints.`,
    ]
      .filter(line => line !== false)
      .join('\n\n'),
})

export const importText = implement(() => contracts.importText, {
  async run(call, { content, scope, replace }) {
    const { assignments, problems } = parseDotenv(content)
    const before = Object.keys(await openVault(call, scope))
    const kept = assignments.filter(({ name }) => !replace && before.includes(name)).map(({ name }) => name)
    const wanted = assignments.filter(({ name }) => !kept.includes(name))
    if (wanted.length > 0) await changeVault(call, scope, secrets => ({ ...secrets, ...added(call, wanted) }))
    for (const { name } of wanted) settleWishes(call, { name, scope })
    return { scope, set: wanted.map(({ name }) => name), kept, problems: [...problems] }
  },
  render: ({ scope, set: names, kept, problems }) =>
    [
      names.length === 0 ? 'Nothing was set.' : `Set in ${scope}: ${names.join(', ')}.`,
      kept.length > 0 && `Set already and left as they were: ${kept.join(', ')}. \`--replace\` sets them too.`,
      ...problems.map(({ line, message }) => `Line ${line} ${message}.`),
    ]
      .filter(line => line !== false)
      .join('\n\n'),
})

export const remove = implement(() => contracts.remove, {
  async run(call, { name, scope }) {
    const absent = () =>
      refuse('not_found', `There is no secret ${name} in the scope ${scope}.`, {
        target: name,
        fix: shell`furrow secrets list`,
      })
    if (!Object.hasOwn(await openVault(call, scope), name)) return absent()
    await changeVault(call, scope, ({ [name]: gone, ...others }) => {
      if (gone === undefined) throw absent()
      return others
    })
    return { name, scope }
  },
  render: ({ name, scope }) => `${name} is gone from ${scope}.`,
})

function added(call: Call, wanted: readonly { name: string; value: string }[]): Vault['secrets'] {
  return Object.fromEntries(wanted.map(({ name, value }) => [name, { value, set: given(call) }]))
}

function given({ actor: { kind, id, door }, clock }: Call) {
  return { at: new Date(clock.now()).toISOString(), by: { kind, id, door } }
}

/** What an agent asked for is done with it. */
function settleWishes(call: Call, { name, scope }: { name: string; scope: string }): void {
  for (const { id, operation, input } of pendingRequests(call.store)) {
    const wish = Object(input) as { name?: unknown; scope?: unknown }
    if (operation === 'secrets.set' && wish.name === name && (wish.scope ?? 'default') === scope)
      moveRequest(call, id, { from: 'pending', to: 'confirmed' })
  }
}
