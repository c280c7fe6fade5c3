import { shell } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import * as contracts from '../contracts.ts'
import type { ConfiguredAgent } from '../model.ts'
import { detected, programOf } from './detect.ts'
import { type AgentConfig, readAgents } from './read-agents.ts'

export const list = implement(() => contracts.list, {
  async run(call) {
    const { agents, ignored } = readAgents(call)
    return {
      agents: agents.map(agent => viewAgent(call, agent)),
      warnings: ignored.map(
        name => `.sdlc/config.yaml: agents.${name} counts for nothing; agents come from your config.`,
      ),
    }
  },
  render: ({ agents, warnings }) =>
    [
      ...(agents.length === 0 ? ['No coding agent is set up: furrow agent detect'] : agents.map(line)),
      ...warnings,
    ].join('\n'),
})

export const detect = implement(() => contracts.detect, {
  async run(call) {
    const known = new Set(readAgents(call).agents.map(({ name }) => name))
    return {
      agents: detected(call).map(({ name, title, program, command, args, install }) => ({
        name,
        title,
        ...(program !== undefined && { program }),
        command,
        args: [...args],
        configured: known.has(name),
        next:
          program === undefined
            ? install
            : known.has(name)
              ? shell`furrow agent use ${name}`
              : shell`furrow agent add ${name}`,
      })),
    }
  },
  render: ({ agents }) =>
    [
      '| agent | program | set up | next |',
      '| --- | --- | --- | --- |',
      ...agents.map(
        ({ title, program, configured, next }) =>
          `| ${title} | ${program ?? 'not on PATH'} | ${configured ? 'yes' : 'no'} | ${next} |`,
      ),
    ].join('\n'),
})

export function viewAgent(call: Pick<Call, 'home' | 'workspace' | 'env'>, agent: AgentConfig): ConfiguredAgent {
  const { default: preferred, agents } = readAgents(call)
  const program = programOf(agent.command, call)
  return {
    name: agent.name,
    command: agent.command,
    args: [...agent.args],
    env: Object.keys(agent.env),
    default: (preferred ?? (agents.length === 1 ? agents[0]?.name : undefined)) === agent.name,
    ...(program !== undefined && { program }),
  }
}

export function line({ name, command, args, default: isDefault, program }: ConfiguredAgent): string {
  const marks = [isDefault ? 'default' : undefined, program === undefined ? 'not on PATH' : undefined]
  const said = marks.filter(mark => mark !== undefined).join(', ')
  return `- **${name}**: ${[command, ...args].join(' ')}${said === '' ? '' : ` (${said})`}`
}
