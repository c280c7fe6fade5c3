import { implement } from '../../workspace/call.ts'
import { filesAt } from '../../workspace/files.ts'
import { sightOf } from '../engine.ts'
import { findProject } from '../find.ts'
import { taskLine, taskText } from '../render.ts'
import { viewProject, viewTask } from '../view.ts'
import { find } from './change.ts'
import * as contracts from './contracts.ts'

export const list = implement(contracts.list, {
  async run(call, { project, status: wanted }) {
    const { held, root } = await findProject(call, project)
    const { tasks, steps } = viewProject(held, sightOf(call, held, filesAt(root), root))
    const fits = (task: { status: string }) => wanted === undefined || task.status === wanted
    return { tasks: tasks.filter(fits), steps: steps.filter(fits) }
  },
  render: ({ tasks, steps }) =>
    [...tasks, ...steps].length === 0 ? 'There are none.' : [...tasks, ...steps].map(taskLine).join('\n'),
})

export const show = implement(contracts.show, {
  async run(call, { project, id }) {
    const { held } = await findProject(call, project)
    const { phase, task } = find(held.state, id)
    return viewTask(phase, task)
  },
  render: taskText,
})
