import { isRefused } from '../../operation/errors.ts'
import { writeDurably } from '../../store/files/files.ts'
import { hasCode } from '../../store/files/io-refusal.ts'
import { readBytes } from '../../store/files/read-file.ts'
import type { Call } from '../../workspace/call.ts'

const MOST_SESSIONS = 100

/** Says once per session whether it was warned already, and remembers that it is now. A cache: losing it repeats a warning. */
export function wasWarned({ home }: Pick<Call, 'home'>, session: string | undefined): boolean {
  if (session === undefined) return false
  const file = home.file('cache', 'hook-warnings.json')
  const sessions = sessionsIn(file)
  if (sessions.includes(session)) return true
  try {
    writeDurably(file, Buffer.from(JSON.stringify([...sessions, session].slice(-MOST_SESSIONS))))
  } catch (error) {
    if (!isRefused(error) && !hasCode(error, 'ENOSPC')) throw error
  }
  return false
}

function sessionsIn(file: string): string[] {
  try {
    const known: unknown = JSON.parse(readBytes(file)?.toString('utf8') ?? '[]')
    return Array.isArray(known) ? known.filter(each => typeof each === 'string') : []
  } catch {
    return []
  }
}
