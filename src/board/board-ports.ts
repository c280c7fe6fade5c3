import { port } from '../workspace/call.ts'
import type { Files } from '../workspace/workspace-files.ts'

/** What the board asks of changes: which stages of one are written, so that nothing is written twice. */
export interface ChangesOfBoard {
  /** The stages that are done, with the file of each; nothing when there is no such change. */
  stagesOf(files: Files, id: string): ReadonlyMap<string, string> | undefined
}

export const changesOfBoard = port<ChangesOfBoard>('board.changes')
