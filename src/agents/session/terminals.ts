import { refuse } from '../../operation/errors.ts'
import { whyNotVariable } from '../../operation/names/variables.ts'
import type { Masker } from '../../runs/mask/masker.ts'
import type { Confinement } from '../../runs/spawn/sandbox.ts'
import { type RunningProcess, startProcess } from '../../runs/spawn/start-process.ts'
import { systemProgram } from '../../store/programs/find-program.ts'

export interface TerminalRequest {
  readonly command: string
  readonly args?: readonly string[]
  readonly env?: readonly { readonly name: string; readonly value: string }[]
  readonly cwd: string
  readonly outputByteLimit?: number | null | undefined
}

interface Exit {
  readonly exitCode: number
  readonly signal: string | null
}

interface AgentTerminal {
  readonly process: RunningProcess
  readonly ended: Promise<Exit>
  output: string
  truncated: boolean
  exit: Exit | undefined
}

export interface TerminalOptions {
  readonly confinement: Confinement
  /** Clean: nothing of what the agent itself was given is in it. */
  readonly env: Readonly<Record<string, string>>
  readonly masker: Masker
  /** Each terminal has walls of its own; those that one lacks are told. */
  readonly onMissingWalls: (missing: readonly string[]) => Promise<void>
}

const MOST_BYTES = 2 ** 20
const MOST_AT_ONCE = 20

/** The commands that an agent has Furrow run for it, each a tree of processes that ends with the run. */
export class Terminals implements AsyncDisposable {
  readonly #options: TerminalOptions
  readonly #terminals = new Map<string, AgentTerminal>()
  #count = 0

  constructor(options: TerminalOptions) {
    this.#options = options
  }

  async create(request: TerminalRequest): Promise<string> {
    if (this.#terminals.size >= MOST_AT_ONCE)
      throw refuse('busy', `At most ${MOST_AT_ONCE} terminals are open at once.`, { target: request.command })
    this.#count += 1
    const id = `terminal-${this.#count}`
    const { confinement, env, onMissingWalls } = this.#options
    const process = await startProcess({
      argv: argvOf(request),
      cwd: request.cwd,
      env: { ...Object.fromEntries((request.env ?? []).flatMap(harmless)), ...env },
      confinement,
    })
    this.#terminals.set(id, this.#follow(process, request.outputByteLimit ?? MOST_BYTES))
    const missing = (await process.missingWalls) ?? []
    if (missing.length > 0) await onMissingWalls(missing)
    return id
  }

  output(id: string): { output: string; truncated: boolean; exitStatus?: Exit } {
    const { output, truncated, exit } = this.#find(id)
    return { output, truncated, ...(exit !== undefined && { exitStatus: exit }) }
  }

  /** Also of one that was released just now. */
  lastOutput(id: string): string {
    return this.#terminals.get(id)?.output ?? ''
  }

  waitForExit(id: string): Promise<Exit> {
    return this.#find(id).ended
  }

  async kill(id: string): Promise<void> {
    await this.#find(id).process.cancel()
  }

  async release(id: string): Promise<void> {
    const terminal = this.#find(id)
    this.#terminals.delete(id)
    await terminal.process.cancel()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#terminals.keys()].map(id => this.release(id)))
  }

  #follow(process: RunningProcess, limit: number): AgentTerminal {
    const terminal: AgentTerminal = { process, output: '', truncated: false, exit: undefined, ended: ending() }
    const most = Math.min(limit, MOST_BYTES)
    const take = (bytes: Buffer) => {
      const all = `${terminal.output}${bytes.toString()}`
      terminal.output = all.slice(-most)
      terminal.truncated ||= all.length > most
    }
    const copied = [process.stdout, process.stderr].map(async stream => {
      const mask = this.#options.masker.stream()
      for await (const chunk of stream) take(mask.push(chunk as Buffer))
      take(mask.flush())
    })
    async function ending(): Promise<Exit> {
      const { exitCode, signal } = await process.done
      await Promise.allSettled(copied)
      terminal.exit = { exitCode, signal }
      return terminal.exit
    }
    return terminal
  }

  #find(id: string): AgentTerminal {
    const found = this.#terminals.get(id)
    if (found === undefined) throw refuse('not_found', `There is no terminal ${id}.`, { target: id })
    return found
  }
}

/** Some agents give a whole line; a shell reads it as they mean it. */
function argvOf({ command, args = [] }: TerminalRequest): string[] {
  return args.length === 0 && /\s/.test(command) ? [systemProgram('sh'), '-c', command] : [command, ...args]
}

function harmless({ name, value }: { name: string; value: string }): [string, string][] {
  return whyNotVariable(name) === undefined ? [[name, value]] : []
}
