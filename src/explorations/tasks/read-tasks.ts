import { implement } from '../../workspace/call.ts'
import { filesAt } from '../../workspace/workspace-files.ts'
import { guardContextOf } from '../record/engine.ts'
import { findProject } from '../record/find-project.ts'
import { topicsOf } from '../record/project-parts.ts'
import { taskLine, taskText } from '../show/render-project.ts'
import { viewProject, viewTask } from '../show/view-project.ts'
import * as contracts from './contracts.ts'
import { findTask } from './find-task.ts'

export const list = implement(() => contracts.list, {
  async run(call, { project, status: wanted }) {
    const { held, root } = await findProject(call, project)
    const { tasks, steps } = viewProject(held, guardContextOf(call, held, filesAt(root), root))
    const fits = (task: { status: string }) => wanted === undefined || task.status === wanted
    return { tasks: tasks.filter(fits), steps: steps.filter(fits) }
  },
  render: ({ tasks, steps }) =>
    [...tasks, ...steps].length === 0 ? 'There are none.' : [...tasks, ...steps].map(taskLine).join('\n'),
})

export const show = implement(() => contracts.show, {
  async run(call, { project, id }) {
    const { held } = await findProject(call, project)
    const { phase, task } = findTask(held.state, id)
    return viewTask(phase, task, topicsOf(held.type, held.state))
  },
  render: taskText,
})
