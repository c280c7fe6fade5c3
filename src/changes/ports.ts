import { port } from '../workspace/call.ts'

/** What changes need of memory: decisions and finished stages are remembered under a topic key. */
export interface Remembers {
  remember(record: { title: string; content: string; topic_key: string }): Promise<number>
  /** The project under whose name records are kept. */
  project(): string
}

export const remembers = port<Remembers>('changes.remembers')
