import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Environment } from '../../../operation/environment.ts'
import { refuse } from '../../../operation/errors.ts'
import {
  lookForProgram,
  type ProgramSearch,
  programRefusal,
  systemProgram,
  trustedPath,
} from '../../../store/programs/find-program.ts'

export function editorIn(env: Environment): string | undefined {
  return [env['VISUAL'], env['EDITOR']].find(command => command !== undefined && command.trim() !== '')
}

/** Lets the person write a text in their editor; an empty one is taken back. */
export function editText(search: ProgramSearch, field: string): string {
  const command = editorIn(search.env)
  if (command === undefined) throw refuse('usage', `Set EDITOR, or give ${field} itself.`, { target: field })
  refuseForeign(command, search)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-edit-'))
  const file = path.join(folder, `${field}.md`)
  try {
    fs.writeFileSync(file, '', { mode: 0o600 })
    // EDITOR may hold arguments (`code --wait`), so a shell reads it, as git does.
    const { status, error } = spawnSync(systemProgram('sh'), ['-c', `${command} "$1"`, 'editor', file], {
      stdio: 'inherit',
      env: { ...search.env, PATH: trustedPath(search) },
    })
    if (error !== undefined || status !== 0)
      throw refuse('failed', `The editor ${command} ended with ${error?.message ?? `exit code ${status}`}.`, {
        target: field,
      })
    const text = fs.readFileSync(file, 'utf8')
    if (text.trim() === '') throw refuse('cancelled', `${field} was left empty; nothing was done.`, { target: field })
    return text
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** An editor that only a folder of the repository has is named here; the shell would say that there is none. */
function refuseForeign(command: string, search: ProgramSearch): void {
  const [name = ''] = command.trim().split(/\s+/)
  const { program, passedOver } = lookForProgram(name, search)
  if (program === undefined && passedOver.length > 0) throw programRefusal(name, passedOver)
}
