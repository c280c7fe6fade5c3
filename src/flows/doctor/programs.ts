import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { isRefused } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { lookForProgram } from '../../store/programs/find-program.ts'
import { gitProgram } from '../../store/programs/git.ts'
import { openFilesRefusal } from '../../store/programs/started.ts'
import type { Call } from '../../workspace/call.ts'
import { programSearch } from '../../workspace/programs.ts'

export async function lookForGit({ env, workspace }: Call) {
  try {
    const program = gitProgram(workspace.root, env)
    const { stdout } = await promisify(execFile)(program, ['--version'], { cwd: '/' })
    return { level: 'ok' as const, message: `${stdout.trim()} (${program})`, target: program }
  } catch (error) {
    if (['EMFILE', 'ENFILE', 'EAGAIN'].includes(String(Object(error).code))) throw openFilesRefusal(error)
    if (isRefused(error) && error.code === 'forbidden')
      return { level: 'problem' as const, message: error.message, fix: shell`sudo apt-get install git` }
    return {
      level: 'problem' as const,
      message: 'git was not found on the PATH.',
      fix: shell`sudo apt-get install git`,
    }
  }
}

/** What Furrow starts by its name when it is asked to, beside git and the programs of the system. */
const PROGRAMS = ['bun', 'deno', 'just', 'mise', 'make', 'npm', 'gh']

/** Looked for and not started. */
export function lookForPrograms(call: Call) {
  const looked = PROGRAMS.map(name => ({ name, ...lookForProgram(name, programSearch(call)) }))
  const found = looked.flatMap(({ program }) => program ?? [])
  const list = found.length === 0 ? 'No other program that Furrow can use is on PATH.' : `Found: ${found.join(', ')}.`
  return [
    { level: 'ok' as const, message: list },
    ...[...looked, { name: 'git', ...lookForProgram('git', programSearch(call)) }].flatMap(({ name, passedOver }) =>
      passedOver.map(({ folder, why }) => ({
        level: 'warning' as const,
        message: `Furrow does not start ${path.join(folder, name)}: ${why}.`,
        target: path.join(folder, name),
      })),
    ),
  ]
}
