import type { ChangesOfBoard } from '../board/ports.ts'
import { find } from '../changes/shelf.ts'
import { isRefused } from '../operation/errors.ts'

/** The stages of a change that are done, for the card that it belongs to. */
export const changesForBoard: ChangesOfBoard = {
  stagesOf(files, id) {
    try {
      const { change, folder } = find(files, id)
      const done = change.stages.filter(({ status }) => status === 'completed')
      return new Map(done.map(({ name }) => [name, `${folder}/${name}.md`]))
    } catch (error) {
      if (isRefused(error) && error.code === 'not_found') return undefined
      throw error
    }
  },
}
