import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { writeDurably } from '../../store/files/files.ts'
import { readBytes } from '../../store/files/read-file.ts'
import type { Home } from '../home.ts'

/** The token that proves a caller can read FURROW_HOME; made at first use. */
export function serverToken(home: Home): string {
  const found = readBytes(home.file('token'))?.toString('utf8').trim() ?? ''
  return found.length >= 43 ? found : rotateServerToken(home)
}

export function rotateServerToken(home: Home): string {
  const token = randomBytes(32).toString('base64url')
  writeDurably(home.file('token'), Buffer.from(`${token}\n`), 0o600)
  return token
}

/** Compares digests, so that neither the length nor the place of the first difference shows in the time it takes. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
