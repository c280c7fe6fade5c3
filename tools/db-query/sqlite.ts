import { spawn } from 'node:child_process'
import fs from 'node:fs'
import process from 'node:process'
import type { Answer, Question } from './answer.ts'

/** In this mode the tool reads a SQLite file and answers on its standard output. */
export const READ_SQLITE = '--read-sqlite'

export interface SqliteRequest {
  readonly file: string
  readonly sql: string
  readonly rows: number
}

export type SqliteReply = { readonly answer: Answer } | { readonly error: string }

/** SQLite computes inside the process that asks it and cannot be interrupted there; so it gets one of its own. */
export async function readSqlite(files: readonly string[], question: Question): Promise<Answer> {
  const file = files.find(place => fs.existsSync(place))
  if (file === undefined) throw new Error(`There is no database file ${files[0]}.`)
  const { sql, rows, seconds, signal } = question
  const limit = AbortSignal.timeout(seconds * 1000)
  const text = await inChild({ file, sql, rows }, AbortSignal.any([limit, signal]))
  if (limit.aborted) throw new Error(`The statement took longer than ${seconds} s and was stopped.`)
  if (signal.aborted) throw new Error('It was cancelled.')
  const reply = replyIn(text)
  if ('error' in reply) throw new Error(reply.error)
  return reply.answer
}

function inChild(request: SqliteRequest, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const [program = '', ...args] = again()
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'], signal, killSignal: 'SIGKILL' })
    const parts: Buffer[] = []
    child.stdout.on('data', part => parts.push(part))
    child.stdin.on('error', () => undefined)
    child.stdin.end(JSON.stringify(request))
    child.on('error', error => (error.name === 'AbortError' ? undefined : reject(error)))
    child.on('close', () => resolve(Buffer.concat(parts).toString()))
  })
}

/** This same tool, under the same runtime, in its other mode. */
function again(): string[] {
  const [, script = ''] = process.argv
  const flags = 'Deno' in globalThis ? ['run', '--quiet', '--allow-all', '--cached-only', '--no-lock'] : []
  return [process.execPath, ...flags, script, READ_SQLITE]
}

function replyIn(text: string): SqliteReply {
  try {
    return JSON.parse(text) as SqliteReply
  } catch {
    return { error: 'SQLite ended without an answer: the statement may need more memory than there is.' }
  }
}
