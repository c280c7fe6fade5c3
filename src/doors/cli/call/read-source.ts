import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../../../operation/errors.ts'
import { shell } from '../../../shared/shell/shell.ts'

const MOST_BYTES = 64 * 1024 * 1024

/** `-` is stdin, `@file` a file, `@@text` a text that begins with @, anything else itself. */
export async function readSource(typed: string): Promise<string> {
  if (typed === '-') return decoded(await readStdin(), 'stdin')
  if (typed.startsWith('@@')) return typed.slice(1)
  return typed.startsWith('@') ? decoded(readFile(typed.slice(1)), typed.slice(1)) : typed
}

async function readStdin(): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer)
    size += (chunk as Buffer).length
    if (size > MOST_BYTES) throw tooLarge('stdin')
  }
  return Buffer.concat(chunks)
}

function readFile(file: string): Buffer {
  try {
    if (fs.statSync(file).size > MOST_BYTES) throw tooLarge(file)
    return fs.readFileSync(file)
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause
    const isGone = 'code' in cause && cause.code === 'ENOENT'
    const message = isGone ? `There is no file ${file}.` : `${file} cannot be read: ${cause.message}.`
    throw refuse('not_found', message, { target: file, fix: shell`ls ${path.dirname(file)}`, cause })
  }
}

function decoded(bytes: Buffer, origin: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw refuse('usage', `${origin} is not UTF-8 text.`, { target: origin, cause })
  }
}

function tooLarge(origin: string) {
  return refuse('too_large', `${origin} holds more than ${MOST_BYTES / 1024 / 1024} MiB.`, { target: origin })
}
