import fs from 'node:fs'
import path from 'node:path'
import { shell, splice } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { connectedClients } from '../status/status.ts'
import { installedBin, rootsOf } from './client-files.ts'
import { type AgentClient, CLIENTS, clientBehind } from './clients.ts'
import * as contracts from './contracts.ts'
import { detect } from './detect.ts'
import type { ClientView } from './model.ts'
import { registrationsOf } from './registrations.ts'
import { SKILL_IDS } from './skills.ts'

export const list = implement(() => contracts.list, {
  async run(call) {
    const detected = detectedBy(call)
    const connected = connectedClients(call)
    const view = (client: AgentClient): ClientView => ({
      ...described(client),
      detected: detected.includes(client),
      connected: connected.filter(({ client: name }) => clientBehind(name) === client),
      ...registered(call, client),
    })
    return { clients: CLIENTS.map(view), program: installedBin() }
  },
  render: ({ clients }) =>
    [
      '| client | state | set up with |',
      '| --- | --- | --- |',
      ...clients.map(each => `| ${each.title} | ${stateOf(each)} | \`${each.command}\` |`),
    ].join('\n'),
})

export function detectedBy(call: Pick<Call, 'workspace' | 'env'>): AgentClient[] {
  const roots = rootsOf(call)
  return detect({
    repository: file => fs.existsSync(path.join(roots.workspace, file)),
    home: file => fs.existsSync(path.join(roots.home, file)),
  })
}

function registered(call: Call, client: AgentClient): Pick<ClientView, 'registrations' | 'set_up'> {
  const registrations = registrationsOf(call, client)
  return { registrations, set_up: registrations.some(({ state }) => state === 'ours' || state === 'another') }
}

function described({
  id,
  title,
  context,
  skills,
  commands,
  hooks,
  ownCommand,
  afterwards,
  proven,
  registrations,
}: AgentClient) {
  const own = ownCommand === undefined ? undefined : shell`${splice(ownCommand)} -- ${installedBin()} mcp`
  const user = registrations.every(({ scope }) => scope === 'user') ? splice(shell`--user`) : []
  return {
    id,
    title,
    context: context.file,
    skills,
    commands: commands === undefined ? [] : SKILL_IDS.map(skill => commands.call.replace('{id}', skill)),
    ...(hooks !== undefined && { hooks: hooks.file }),
    command: shell`furrow init --clients ${id} ${user}`,
    ...(own !== undefined && { own_command: own }),
    afterwards,
    proven,
  }
}

function stateOf({ connected, set_up, detected, registrations }: ClientView): string {
  const damaged = registrations.find(({ state }) => state === 'damaged')
  if (damaged !== undefined) return `${damaged.path} cannot be read`
  if (connected.length > 0) return 'connected now'
  if (set_up) return 'set up'
  return detected ? 'used here, not set up' : ''
}
