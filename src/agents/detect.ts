import { isRefused } from '../operation/errors.ts'
import { resolveCommand } from '../runs/spawn/command.ts'
import { KNOWN, type KnownAgent } from './known.ts'

type Env = Readonly<Record<string, string | undefined>>

export interface Detected extends KnownAgent {
  readonly command: string
  readonly args: readonly string[]
  readonly program: string | undefined
}

/** The known agents, each with its program where there is one on PATH. Nothing is started for it. */
export function detected(env: Env): Detected[] {
  return KNOWN.map(agent => {
    const found = agent.starts.find(({ command }) => programOf(command, env) !== undefined) ?? agent.starts[0]
    const command = found?.command ?? ''
    return { ...agent, command, args: found?.args ?? [], program: programOf(command, env) }
  })
}

export function programOf(command: string, env: Env): string | undefined {
  try {
    return resolveCommand([command], { cwd: '/', path: env['PATH'] ?? '' })[0]
  } catch (error) {
    if (!isRefused(error)) throw error
    return undefined
  }
}
