import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Id } from '../../operation/ids.ts'
import { Confidence, SourceText, WouldChange } from '../evidence/model.ts'
import {
  ArtifactPath,
  NOTE_KINDS,
  OtherProject,
  ProjectView,
  Prose,
  TASK_STATUSES,
  TaskId,
  TaskView,
  Title,
} from '../model.ts'

export const note = contract({
  name: 'exploration.note',
  summary: 'Keep a decision, an open question or an insight; the brief shows it.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ text: Prose.min(1), kind: z.enum(NOTE_KINDS).default('note') }),
  output: ProjectView,
  mounts: {
    mcp: {
      tool: 'exploration',
      action: 'note',
      brief: '',
      also: { tool: 'exploration_task', action: 'note' },
    },
    cli: {
      path: 'explore note',
      positionals: ['text'],
      text: 'text',
      example: 'furrow explore note "Which provider do we have a contract with?" --kind question',
      also: [{ path: 'agent note', example: 'furrow agent note "We keep sessions on the server." --kind decision' }],
    },
    http: { route: 'POST /api/explorations/notes' },
  },
})

export const resolve = contract({
  name: 'exploration.note_resolve',
  summary: 'Answer an open question; the brief shows the answer in its place.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: Id.describe('Of the note, such as n1.'), answer: Prose.min(1) }),
  output: ProjectView,
  mounts: {
    mcp: { tool: 'exploration_task', action: 'resolve' },
    cli: {
      path: 'explore resolve',
      positionals: ['id', 'answer'],
      text: 'answer',
      example: 'furrow explore resolve n1 "The one of the parent company."',
    },
    http: { route: 'POST /api/explorations/notes/:id/resolve' },
  },
})

export const edit = contract({
  name: 'exploration.edit',
  summary: 'Change the question of the exploration; its name and branch stay.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ title: z.string().trim().min(1).max(2000).describe('The question as it is now.') }),
  output: ProjectView,
  mounts: {
    mcp: { tool: 'exploration_task', action: 'edit' },
    cli: {
      path: 'explore edit',
      positionals: ['title'],
      example: 'furrow explore edit "How could we add single sign-on for partners?"',
    },
    http: { route: 'PUT /api/explorations/title' },
  },
})

const DependsOn = z.array(Id).max(50).optional()

const Texts = {
  question: Prose.optional().describe('What is to be found out.'),
  scope: Prose.optional().describe('What belongs to it, and what does not.'),
}

export const create = contract({
  name: 'exploration.task_create',
  summary: 'Add topics to find out about.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    name: Title,
    ...Texts,
    also: z.array(Title).max(50).optional().describe('Names of more topics.'),
    depends_on: DependsOn.describe('Ids of tasks that come first.'),
  }),
  output: z.object({ task: TaskView, others: z.array(TaskView).optional(), project: ProjectView }),
  mounts: {
    mcp: {
      tool: 'exploration',
      action: 'task_create',
      brief: '',
      also: { tool: 'exploration_task', action: 'create' },
    },
    cli: {
      path: 'agent task create',
      positionals: ['name'],
      example: 'furrow agent task create "OAuth 2.0 flows" --question "Which flow fits a command line?"',
      also: [{ path: 'explore topic', example: 'furrow explore topic "OAuth 2.0 flows" --also Sessions' }],
    },
    http: { route: 'POST /api/explorations/tasks' },
  },
})

export const update = contract({
  name: 'exploration.task_update',
  summary: 'Change a topic (status, texts, links to findings), or mark a finalization step.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    id: TaskId,
    status: z.enum(TASK_STATUSES).optional(),
    refs: z.array(ArtifactPath).max(100).optional().describe('Files to link; each becomes an artifact.'),
    unref: z.array(ArtifactPath).max(100).optional().describe('Files to link no longer.'),
    name: Title.optional(),
    ...Texts,
    outcome: Prose.optional().describe('What came of it.'),
    confidence: Confidence.optional().describe('Of the outcome.'),
    would_change: WouldChange.optional().describe('What would change the outcome.'),
    cite: z.array(SourceText).max(50).optional().describe('Sources: src/a.ts:3-9, run:<id>, memory:<n>.'),
    reason: z.string().max(2000).optional().describe('Why it is abandoned.'),
    depends_on: DependsOn.describe('Ids of tasks that come first; none for none.'),
    meta: z.record(z.string(), z.string()).optional().describe('Anything else to remember with it.'),
  }),
  output: z.object({ task: TaskView, project: ProjectView }),
  mounts: {
    mcp: {
      tool: 'exploration',
      action: 'task_update',
      brief: '',
      also: { tool: 'exploration_task', action: 'update' },
    },
    cli: {
      path: 'agent task update',
      positionals: ['id'],
      objects: { meta: 'pairs' },
      example: 'furrow agent task update 001 --status completed --refs findings/oauth.md',
      also: [{ path: 'explore update', example: 'furrow explore update 001 --status completed' }],
    },
    http: { route: 'PUT /api/explorations/tasks/:id' },
  },
})

export const skip = contract({
  name: 'exploration.step_skip',
  summary: 'Leave out a finalization step that may be left out; the record and the brief repeat the reason.',
  effect: 'write',
  authority: 'person',
  preview: 'exploration.task_show',
  input: z.strictObject({ id: TaskId, reason: z.string().trim().min(1).max(2000).describe('Why it is left out.') }),
  output: z.object({ task: TaskView, project: ProjectView }),
  mounts: {
    mcp: { tool: 'exploration_finalize', action: 'skip' },
    cli: {
      path: 'explore skip',
      positionals: ['id'],
      example: 'furrow explore skip 006 --reason "We merge without a pull request."',
    },
    http: { route: 'POST /api/explorations/tasks/:id/skip' },
  },
})

export const list = contract({
  name: 'exploration.task_list',
  summary: 'The topics and the finalization steps, with their status.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ project: OtherProject, status: z.enum(TASK_STATUSES).optional() }),
  output: z.object({ tasks: z.array(TaskView), steps: z.array(TaskView) }),
  mounts: {
    mcp: { tool: 'exploration_task', action: 'list' },
    cli: { path: 'agent task list', example: 'furrow agent task list --status pending' },
    http: { route: 'GET /api/explorations/tasks' },
  },
})

export const show = contract({
  name: 'exploration.task_show',
  summary: 'One topic or step with all that is known of it.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ project: OtherProject, id: TaskId }),
  output: TaskView,
  mounts: {
    mcp: { tool: 'exploration_task', action: 'show' },
    cli: { path: 'agent task show', positionals: ['id'], example: 'furrow agent task show 001' },
    http: { route: 'GET /api/explorations/tasks/:id' },
  },
})

export const remove = contract({
  name: 'exploration.task_delete',
  summary: 'Remove a topic that is pending and has no links; its id is not used again.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: TaskId }),
  output: ProjectView,
  mounts: {
    mcp: { tool: 'exploration_task', action: 'delete' },
    cli: { path: 'agent task delete', positionals: ['id'], example: 'furrow agent task delete 003' },
    http: { route: 'DELETE /api/explorations/tasks/:id' },
  },
})
