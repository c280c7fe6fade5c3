import { shell, splice } from '../../shared/shell/shell.ts'
import { packageRoot } from '../../store/installation/package-root.ts'
import type { Call } from '../../workspace/call.ts'
import { type AgentClient, CLIENTS } from '../init/clients.ts'
import type { RegistrationView } from '../init/model.ts'
import { registrationsOf } from '../init/registrations.ts'

/** Whether every agent that is registered would start this very install. Nothing that a repository names is started. */
export function lookAtAgents(call: Call) {
  const found = CLIENTS.flatMap(client => registrationsOf(call, client).map(view => ({ client, view })))
  const there = found.filter(
    ({ view }, index) => view.state !== 'absent' && found.findIndex(other => other.view.path === view.path) === index,
  )
  if (there.length === 0) return [{ level: 'ok' as const, message: 'No coding agent is registered here yet.' }]
  return there.map(({ client, view }) => judge(client, view))
}

function judge({ id, title }: AgentClient, { path, state, says = '', scope, program = 'furrow' }: RegistrationView) {
  const where = `${path} (${title})`
  if (state === 'ours') return { level: 'ok' as const, message: `${where} starts this install.`, target: path }
  if (state === 'damaged')
    return { level: 'problem' as const, message: `${says} Mend it by hand; init leaves it alone.`, target: path }
  const message = `${where} starts ${program}: ${says}`
  const again = shell`furrow init --clients ${id} ${scope === 'user' ? splice(shell`--user`) : []}`
  // The shared file says furrow and is right: it is this machine that has none, or another one.
  const fix = program === 'furrow' ? shell`npm install --global ${packageRoot()}` : again
  return { level: 'warning' as const, message, target: path, fix }
}
