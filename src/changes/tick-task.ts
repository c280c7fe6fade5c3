import { refuse } from '../operation/errors.ts'
import { shell } from '../shared/shell/shell.ts'
import { type TaskLine, taskLinesOf, withTask } from '../shared/task-lines.ts'
import { implement } from '../workspace/call.ts'
import { whyNotTick } from './change-rules.ts'
import * as contracts from './contracts.ts'
import { refuseMove } from './manage.ts'
import { type ChangeFiles, findChange } from './record/change-files.ts'
import { renderChange, viewChange } from './show/view-change.ts'

export const tick = implement(() => contracts.tick, {
  async run(call, { id, task: number, text: expected, open = false }) {
    const kept = await call.store.transact(call, (tx): ChangeFiles => {
      const found = findChange(tx, id)
      refuseMove(whyNotTick(found.change))
      const path = `${found.folder}/tasks.md`
      const before = tx.read(path)?.bytes.toString('utf8') ?? ''
      const task = requireTask(taskLinesOf(before), { path, id, number, expected })
      if (task.done === open) {
        tx.describe(`${open ? 'opened' : 'ticked'} task ${number} of the change ${id}`)
        tx.emit('change', id, tx.write(path, withTask(before, task, !open)))
      }
      return found
    })
    return viewChange(call, kept)
  },
  render: renderChange,
})

interface Wanted {
  readonly path: string
  readonly id: string
  readonly number: number
  readonly expected: string | undefined
}

function requireTask(tasks: readonly TaskLine[], { path, id, number, expected }: Wanted): TaskLine {
  const task = tasks[number - 1]
  const fix = tasks.length === 0 ? shell`furrow change status ${id}` : shell`furrow change show ${id} tasks`
  if (task === undefined)
    throw refuse('not_found', `There is no task ${number} in ${path}, which has ${tasks.length}.`, {
      target: path,
      fix,
    })
  if (expected !== undefined && expected.trim() !== task.text)
    throw refuse('conflict', `Task ${number} of ${path} says by now: ${task.text.slice(0, 200)}`, { target: path, fix })
  return task
}
