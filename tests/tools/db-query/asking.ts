import fs from 'node:fs'
import type { Dialect } from '../../../tools/db-query/address.ts'
import type { Answer, Question } from '../../../tools/db-query/answer.ts'
import { saidOf } from '../../../tools/db-query/failures.ts'
import { whyNotRead } from '../../../tools/db-query/statement.ts'
import { OUT } from './statements.ts'

export function question(sql: string, more: Partial<Question> = {}): Question {
  return { sql, rows: 1000, seconds: 10, signal: new AbortController().signal, ...more }
}

export type Reader = (question: Question) => Promise<Answer>

/** As the tool does it: what it says first, then what the server says. */
export async function asTool(dialect: Dialect, read: Reader, sql: string): Promise<string> {
  return whyNotRead(sql, dialect) ?? (await withoutWords(read, sql))
}

/** Straight to the server, which is what has to hold when a statement gets past all words. */
export async function withoutWords(read: Reader, sql: string): Promise<string> {
  try {
    const { rows } = await read(question(sql))
    return `rows: ${rows.length}`
  } catch (error) {
    return saidOf(error, sql)
  }
}

export function forgetOut(): void {
  fs.rmSync(OUT, { force: true })
}

export function outExists(): boolean {
  return fs.existsSync(OUT)
}
