import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { refuse } from '../../operation/errors.ts'

type Env = Readonly<Record<string, string | undefined>>

export function editorIn(env: Env): string | undefined {
  return [env['VISUAL'], env['EDITOR']].find(command => command !== undefined && command.trim() !== '')
}

/** Lets the person write a text in their editor; an empty one is taken back. */
export function editText(env: Env, field: string): string {
  const command = editorIn(env)
  if (command === undefined) throw refuse('usage', `Set EDITOR, or give ${field} itself.`, { target: field })
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-edit-'))
  const file = path.join(folder, `${field}.md`)
  try {
    fs.writeFileSync(file, '', { mode: 0o600 })
    // EDITOR may hold arguments (`code --wait`), so a shell reads it, as git does.
    const { status, error } = spawnSync('sh', ['-c', `${command} "$1"`, 'editor', file], {
      stdio: 'inherit',
      env: { ...env },
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
