import { type Call, port } from '../workspace/call.ts'

export interface RunFile {
  readonly run: string
  readonly path: string
  readonly side: 'old' | 'new'
}

/** The text of a file before or after an agent run; nothing when it had none there. */
export type ReadRunFile = (call: Call, file: RunFile) => Promise<string | undefined>

export const runFiles = port<ReadRunFile>('reviews.run_files')
