import { isRefused } from '../../operation/errors.ts'
import { resolveCommand } from '../../runs/spawn/command.ts'
import { requireProgram } from '../../store/programs/find-program.ts'
import type { EnvironmentContext } from '../../workspace/call.ts'
import { programSearch } from '../../workspace/programs.ts'
import { KNOWN, type KnownAgent } from './known.ts'

export interface InstalledAgent extends KnownAgent {
  readonly command: string
  readonly args: readonly string[]
  readonly program: string | undefined
}

/** The known agents, each with its program where there is one on PATH. Nothing is started for it. */
export function detected(call: EnvironmentContext): InstalledAgent[] {
  return KNOWN.map(agent => {
    const found = agent.starts.find(({ command }) => programOf(command, call) !== undefined) ?? agent.starts[0]
    const command = found?.command ?? ''
    return { ...agent, command, args: found?.args ?? [], program: programOf(command, call) }
  })
}

/** The program of an agent: a name is looked for outside of the workspace, a path is the person's own word. */
export function programOf(command: string, call: EnvironmentContext): string | undefined {
  try {
    return requireAgentProgram(command, call)
  } catch (error) {
    if (!isRefused(error)) throw error
    return undefined
  }
}

export function requireAgentProgram(command: string, call: EnvironmentContext): string {
  if (!command.includes('/')) return requireProgram(command, programSearch(call))
  return resolveCommand([command], { cwd: '/', path: '' })[0] ?? command
}
