import { port } from '../workspace/call.ts'
import type { ContextCheck } from './model.ts'

/** The file that a record is about, with the hash of what it said then: memory marks the record when it differs. */
export interface RememberedFile {
  readonly path: string
  readonly hash: string
}

/** What changes need of memory: decisions and finished stages are remembered under a topic key. */
export interface Remembers {
  remember(record: {
    title: string
    content: string
    topic_key: string
    files?: readonly RememberedFile[]
  }): Promise<{ id: number; action: 'created' | 'updated' }>
  /** Marks an earlier record as replaced; a record that is not there needs no mark. */
  supersede(replaced: { by: number; topic_key: string }): Promise<void>
  /** Takes that mark away: the record counts again. */
  reinstate(record: { topic_key: string }): Promise<void>
  /** Gives a record another topic, unless there is one already. */
  move(topics: { from: string; to: string }): Promise<void>
  /** What is remembered below a topic, newest first. */
  below(
    topic: string,
  ): Promise<{ id: number; title: string; content: string; topic_key: string; files?: readonly RememberedFile[] }[]>
  /** The project under whose name records are kept. */
  project(): string
}

export const remembers = port<Remembers>('changes.remembers')

/** What changes need of the context check: what exists already about a text that is about to become a stage. */
export interface ChecksContext {
  check(subject: {
    change: string | undefined
    description: string
    text: string
  }): Promise<{ seen: Omit<ContextCheck, 'at'>; report: string }>
}

export const checksContext = port<ChecksContext>('changes.checks_context')
