import type { Runtime } from '../../runs/model.ts'
import { findProgram } from '../../store/programs/find-program.ts'
import type { EnvironmentContext } from '../../workspace/call.ts'
import { programSearch } from '../../workspace/programs.ts'

/** A program that runs TypeScript tools. */
export interface FoundRuntime {
  readonly name: Exclude<Runtime, 'shell'>
  readonly program: string
}

const PREFERRED = ['bun', 'deno'] as const

/** bun, else deno, else the Node that runs Furrow. */
export function findRuntime(call: EnvironmentContext): FoundRuntime {
  for (const name of PREFERRED) {
    const program = findProgram(name, programSearch(call))
    if (program !== undefined) return runtimeAt(name, program)
  }
  return runtimeAt('node', process.execPath)
}

const runtimes = new Map<string, FoundRuntime>()

/** The same object for the same program: what was made for it is recognised by that. */
function runtimeAt(name: FoundRuntime['name'], program: string): FoundRuntime {
  const known = runtimes.get(program) ?? { name, program }
  runtimes.set(program, known)
  return known
}

/** All of them in the order of preference, with where each is. */
export function allRuntimes(call: EnvironmentContext): { name: FoundRuntime['name']; program: string | undefined }[] {
  return [
    ...PREFERRED.map(name => ({ name, program: findProgram(name, programSearch(call)) })),
    { name: 'node', program: process.execPath },
  ]
}
