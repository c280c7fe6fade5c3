import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { openYaml } from '../../store/documents/yaml/yaml.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { PERSON_CONFIG } from '../../workspace/config/read-config.ts'
import * as contracts from '../contracts.ts'
import { detected } from './detect.ts'
import { bypassIn, KNOWN } from './known.ts'
import { line, viewAgent } from './list-agents.ts'
import { type AgentConfig, isReserved, readAgents } from './read-agents.ts'

export const add = implement(() => contracts.add, {
  async run(call, { name, command, args, env = {}, default: wanted }) {
    if (isReserved(name))
      return refuse('usage', `${name} is a word of the config itself.`, {
        target: 'name',
        fix: shell`furrow agent detect`,
      })
    const known = detected(call).find(agent => agent.name === name)
    const program = command ?? known?.command
    if (program === undefined)
      return refuse(
        'usage',
        `${name} is not a known agent (${KNOWN.map(one => one.name).join(', ')}): say its command.`,
        {
          target: 'command',
          fix: shell`furrow agent add --help`,
        },
      )
    const agent = { name, command: program, args: args ?? (command === undefined ? (known?.args ?? []) : []), env }
    const bypass = bypassIn(agent.args)
    if (bypass !== undefined)
      return refuse('usage', `${bypass} would keep ${name} from asking; Furrow starts agents that ask.`, {
        target: 'args',
        fix: shell`furrow agent add --help`,
      })
    const { agents, default: preferred } = readAgents(call)
    const isDefault = wanted ?? (preferred === undefined && agents.length === 0)
    await edit(call, `the agent ${name} added`, section => {
      section.set(name, { command: program, args: [...agent.args], ...(Object.keys(env).length > 0 && { env }) })
      if (isDefault) section.set('default', name)
    })
    return { agent: viewAgent(call, agent) }
  },
  render: ({ agent }) => line(agent),
})

export const use = implement(() => contracts.use, {
  async run(call, { name }) {
    const agent = known(call, name)
    await edit(call, `${name} is the default agent`, section => section.set('default', name))
    return { agent: viewAgent(call, agent) }
  },
  render: ({ agent }) => line(agent),
})

export const remove = implement(() => contracts.remove, {
  async run(call, { name }) {
    // Looked at inside: done a second time by a caller that did not hear the answer, it is done.
    await edit(call, `the agent ${name} removed`, section => {
      const { default: preferred } = readAgents(call)
      known(call, name)
      section.remove(name)
      if (preferred === name) section.remove('default')
    })
    return { name, removed: true as const }
  },
  render: ({ name }) => `${name} is no longer in your config.`,
})

function known(call: Call, name: string): AgentConfig {
  const found = readAgents(call).agents.find(agent => agent.name === name)
  if (found !== undefined) return found
  throw refuse('not_found', `There is no agent ${name} in your config.`, {
    target: name,
    fix: shell`furrow agent list`,
  })
}

interface ConfigSection {
  get(key: string): unknown
  set(key: string, value: unknown): void
  remove(key: string): void
}

/** The section `agents` of the person's own config, everything else in it as it was. */
export async function edit(call: Call, summary: string, change: (section: ConfigSection) => void): Promise<void> {
  await call.store.transact(call, tx => {
    const files = tx.under(call.home.dir)
    const document = openYaml(files.read(PERSON_CONFIG)?.bytes ?? 'schema_version: 1\n', PERSON_CONFIG)
    change({
      get: key => (Object(document.data())['agents'] as Record<string, unknown> | undefined)?.[key],
      set: (key, value) => document.set(['agents', key], value),
      remove: key => document.remove(['agents', key]),
    })
    const after = files.write(PERSON_CONFIG, document.print(), { mode: 0o600 })
    tx.emit('config', 'person', after)
    tx.emit('agent', 'config')
    tx.describe(summary)
  })
}
