import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { lookForProgram, type ProgramSearch, programRefusal } from './find-program.ts'

/** The git that works on a repository, found outside of it. */
export function gitProgram(folder: string, env: ProgramSearch['env'] = process.env): string {
  const { program, passedOver } = lookForProgram('git', { env, outside: [folder] })
  if (program !== undefined) return program
  if (passedOver.length > 0) throw programRefusal('git', passedOver)
  throw refuse('unsupported', 'git was not found; this needs git 2.36 or newer in your PATH.', {
    target: 'git',
    fix: shell`furrow doctor`,
    details: { platform: process.platform },
  })
}
