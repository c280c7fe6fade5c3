import { port } from '../../workspace/call.ts'

/** A memory record, as far as a citation needs it. */
export interface CitedMemory {
  readonly content: string
  /** Left out where the record is the person's own. */
  readonly title?: string
}

export type ReadsMemory = (id: number) => Promise<CitedMemory | undefined>

export const memoryRecords = port<ReadsMemory>('projects.memory_records')
