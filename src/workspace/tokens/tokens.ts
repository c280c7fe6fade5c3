import { createHash, timingSafeEqual } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { whyNotId } from '../../operation/names/naming.ts'
import { shell } from '../../shared/shell/shell.ts'
import { openJson } from '../../store/documents/json/json.ts'
import { createDurably, syncFolder } from '../../store/files/files.ts'
import { hasCode, ioRefusal } from '../../store/files/io-refusal.ts'
import { readBytes } from '../../store/files/read-file.ts'
import type { Home } from '../home.ts'

/**
 * Tokens that a person made for scripts: one file each in the person's home, named by the token's name, holding its
 * hash. One file each, so that making and revoking need no lock and a damaged one harms no other.
 */
export interface TokenRecord {
  readonly version: 1
  readonly name: string
  readonly sha256: string
  readonly allow: readonly string[]
  readonly created_at: string
  readonly expires_at?: string
}

export type TokenEntry =
  | { readonly kind: 'record'; readonly record: TokenRecord }
  | { readonly kind: 'damaged'; readonly name: string; readonly problem: string }

/** The token's name and what it allows, or nothing when it is unknown, revoked, expired or damaged. */
export function verifyToken(
  home: Home,
  token: string,
  now = Date.now(),
): { name: string; allow: readonly string[] } | undefined {
  const given = Buffer.from(tokenHash(token), 'hex')
  const found = listTokens(home).find(
    entry => entry.kind === 'record' && timingSafeEqual(given, Buffer.from(entry.record.sha256, 'hex')),
  )
  if (found?.kind !== 'record' || isExpired(found.record, now)) return undefined
  return { name: found.record.name, allow: found.record.allow }
}

export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export function isExpired({ expires_at }: TokenRecord, now: number): boolean {
  return expires_at !== undefined && Date.parse(expires_at) <= now
}

export function listTokens(home: Home): TokenEntry[] {
  const folder = folderIn(home)
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder)
    .filter(file => file.endsWith('.json') && !file.startsWith('.'))
    .sort()
    .map(file => readToken(path.join(folder, file)))
}

/** Claims the name for good: two writers cannot both have it. Returns false when it is taken. */
export function addToken(home: Home, record: TokenRecord): boolean {
  const file = home.file('tokens', `${record.name}.json`)
  return createDurably(file, Buffer.from(`${JSON.stringify(record, null, 2)}\n`))
}

export function removeToken(home: Home, name: string): void {
  const file = path.join(folderIn(home), `${name}.json`)
  try {
    fs.unlinkSync(file)
    syncFolder(path.dirname(file))
  } catch (error) {
    if (!hasCode(error, 'ENOENT') && !hasCode(error, 'ENOTDIR')) throw ioRefusal(error, file)
    throw refuse('not_found', `There is no token ${name}.`, { target: name, fix: shell`furrow token list` })
  }
}

function folderIn(home: Home): string {
  return path.join(home.dir, 'tokens')
}

function readToken(file: string): TokenEntry {
  const name = path.basename(file, '.json')
  try {
    const record = openJson(readBytes(file) ?? Buffer.alloc(0), file).data()
    if (isRecord(record) && record.name === name) return { kind: 'record', record }
    return { kind: 'damaged', name, problem: `${file} is no token record` }
  } catch (error) {
    return { kind: 'damaged', name, problem: `${file}: ${(error as Error).message}` }
  }
}

function isRecord(value: unknown): value is TokenRecord {
  if (value === null || typeof value !== 'object') return false
  const { version, name, sha256, allow, created_at, expires_at } = value as Record<string, unknown>
  return (
    version === 1 &&
    typeof name === 'string' &&
    whyNotId(name) === undefined &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    Array.isArray(allow) &&
    allow.every(word => typeof word === 'string') &&
    typeof created_at === 'string' &&
    (expires_at === undefined || !Number.isNaN(Date.parse(String(expires_at))))
  )
}
