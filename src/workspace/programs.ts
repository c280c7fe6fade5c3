import type { ProgramSearch } from '../store/programs/find-program.ts'
import type { Call } from './call.ts'

/** Where the programs of a call are looked for: on the person's PATH, outside of the workspace. */
export function programSearch({ env, workspace }: Pick<Call, 'env' | 'workspace'>): ProgramSearch {
  return { env, outside: [workspace.root] }
}
