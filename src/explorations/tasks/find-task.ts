import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { ProjectState } from '../model.ts'
import { type PhaseTask, phaseTasksOf } from '../record/project-parts.ts'

export function findTask(state: ProjectState, id: string): PhaseTask {
  const found = phaseTasksOf(state).find(({ task }) => task.id === id)
  if (found !== undefined) return found
  throw refuse('not_found', `There is no task ${id}.`, { target: id, fix: shell`furrow agent task list` })
}
