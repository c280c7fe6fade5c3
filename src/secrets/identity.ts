import fs from 'node:fs'
import { refuse } from '../operation/errors.ts'
import { shell } from '../shared/shell/shell.ts'
import { damaged } from '../store/documents/document.ts'
import { createDurably } from '../store/files/files.ts'
import { readBytes } from '../store/files/read-file.ts'
import type { Call } from '../workspace/call.ts'
import { hasSealed, identityFile } from './secret-folders.ts'

/** The key that opens every secret of this person. */
export async function readAgeIdentity(call: Pick<Call, 'home'>): Promise<string> {
  const file = identityFile(call)
  const bytes = readBytes(file)
  if (bytes === undefined) throw damaged(file, 'is gone, and what was sealed with it cannot be opened without it')
  whyNotPrivate(file)
  const text = bytes.toString('latin1')
  const { isIdentity } = await import('./age.ts')
  // Exactly one line, so that no damaged byte goes unseen; the letters carry a checksum of their own.
  if (!/^AGE-SECRET-KEY-1[0-9A-Z]{58}\n$/.test(text) || !isIdentity(text.trimEnd()))
    throw damaged(file, 'holds no age identity')
  return text.trimEnd()
}

/** The same, and a new one for a person who has no secrets yet. */
export async function ensureIdentity(call: Pick<Call, 'home'>): Promise<string> {
  const file = identityFile(call)
  if (fs.existsSync(file) || hasSealed(call)) return readAgeIdentity(call)
  const { newIdentity } = await import('./age.ts')
  createDurably(call.home.file('secrets', 'identity.txt'), Buffer.from(`${await newIdentity()}\n`))
  // Of two processes that both made one, the first one stands.
  return readAgeIdentity(call)
}

function whyNotPrivate(file: string): void {
  const mode = fs.statSync(file).mode & 0o777
  if ((mode & 0o077) === 0 || process.platform === 'win32') return
  throw refuse(
    'invalid_state',
    `${file} can be read by others (mode ${mode.toString(8)}); it is the key to your secrets.`,
    {
      target: file,
      fix: shell`chmod 600 ${file}`,
    },
  )
}
