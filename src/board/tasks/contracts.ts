import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Id } from '../../operation/ids.ts'
import { FeatureId, FeatureView } from '../features/model.ts'

const TaskId = Id.describe('The id of a task in its feature: T1')
const Reason = z.string().trim().min(1).max(2000)

export const add = contract({
  name: 'task.add',
  summary: 'Add a task to a feature; without one, to the current feature.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    title: z.string().trim().min(1).max(300),
    id: FeatureId.optional(),
    body: z.string().max(50_000).optional(),
    labels: z.array(z.string().trim().min(1).max(60)).max(20).optional(),
    depends_on: z.array(TaskId).max(50).optional(),
    source: z.string().trim().min(1).max(300).optional().describe('Where it came from: interaction:build/2026…'),
  }),
  output: FeatureView,
  mounts: {
    mcp: { tool: 'board_task', action: 'add' },
    cli: {
      path: 'task add',
      positionals: ['title'],
      text: 'body',
      example: 'furrow task add "Sign out everywhere" --id single-sign-on',
    },
    http: { route: 'POST /api/tasks' },
  },
})

const moved = <N extends string>(verb: N, summary: string, example: string) =>
  contract({
    name: `task.${verb}`,
    summary,
    effect: 'write',
    authority: 'anyone',
    input: z.strictObject({ id: FeatureId, task: TaskId }),
    output: FeatureView,
    mounts: {
      mcp: { tool: 'board_task', action: verb },
      cli: { path: `task ${verb}`, positionals: ['id', 'task'], example },
      http: { route: `POST /api/features/:id/tasks/:task/${verb}` },
    },
  })

export const start = moved(
  'start',
  'Begin a task, when all that it depends on is done.',
  'furrow task start single-sign-on T1',
)
export const complete = moved('complete', 'Finish a task.', 'furrow task complete single-sign-on T1')
export const reopen = moved('reopen', 'Make a task pending again.', 'furrow task reopen single-sign-on T1')

export const block = contract({
  name: 'task.block',
  summary: 'Say that a task cannot go on, and why.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: FeatureId, task: TaskId, reason: Reason }),
  output: FeatureView,
  mounts: {
    mcp: { tool: 'board_task', action: 'block' },
    cli: {
      path: 'task block',
      positionals: ['id', 'task'],
      example: 'furrow task block single-sign-on T1 --reason "No test account"',
    },
    http: { route: 'POST /api/features/:id/tasks/:task/block' },
  },
})
