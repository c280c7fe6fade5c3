import type { ChangesOfBoard } from '../../board/board-ports.ts'
import { findChange } from '../../changes/record/change-files.ts'
import { isRefused } from '../../operation/errors.ts'

/** The stages of a change that are done, for the card that it belongs to. */
export const changesForBoard: ChangesOfBoard = {
  stagesOf(files, id) {
    try {
      const { change, folder } = findChange(files, id)
      const done = change.stages.filter(({ status }) => status === 'completed')
      return new Map(done.map(({ name }) => [name, `${folder}/${name}.md`]))
    } catch (error) {
      if (isRefused(error) && error.code === 'not_found') return undefined
      throw error
    }
  },
}
