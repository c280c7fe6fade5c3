import type { Actor } from '../../../operation/actor.ts'
import { agentIn } from './agent-markers.ts'

/** What tells who is calling. */
export interface CallerFacts {
  readonly env: Readonly<Record<string, string | undefined>>
  /** stdin and stderr are terminals. */
  readonly stdin: boolean
  readonly stderr: boolean
  /** The command line takes a value from stdin, and stdin is no terminal. */
  readonly piped: boolean
  /** Whether `/dev/tty` opens; asked only when it matters. */
  readonly tty: () => boolean
}

/** A token that a person made for scripts, already verified. */
export interface ScriptToken {
  readonly name: string
  readonly allow: readonly string[]
}

/** A person only at a terminal, and never inside a run or an agent: `--yes` and tokens do not change that. */
export function callerOf(facts: CallerFacts, token?: ScriptToken): Actor {
  const agent = runIn(facts.env) ?? agentIn(facts.env)
  if (agent !== undefined) return { kind: 'agent', id: agent, door: 'cli' }
  if (isAtTerminal(facts)) return { kind: 'person', id: 'person', door: 'cli' }
  if (token !== undefined) return { kind: 'agent', id: `token:${token.name}`, door: 'cli', allow: token.allow }
  return { kind: 'agent', id: 'script', door: 'cli' }
}

/** Whether a token in the environment would be looked at. */
export function usesToken(facts: CallerFacts): boolean {
  return (facts.env['FURROW_TOKEN'] ?? '') !== '' && callerOf(facts).id === 'script'
}

function runIn(env: CallerFacts['env']): string | undefined {
  const id = env['FURROW_RUN_ID'] ?? ''
  if (id !== '') return `run:${id}`
  return (env['FURROW_RUN_TOKEN'] ?? '') === '' ? undefined : 'run'
}

function isAtTerminal({ stdin, stderr, piped, tty }: CallerFacts): boolean {
  return (stdin && stderr) || (piped && tty())
}
