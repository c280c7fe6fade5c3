import * as z from 'zod'
import { contract } from '../operation/contract.ts'
import { Id } from '../operation/ids.ts'
import { CHANGE_STATUSES, ChangeId, ChangeRow, ChangeTotal, ChangeView, DamagedRow } from './model.ts'
import { ChangeSize, ChangeStage, ChangeType } from './show/words.ts'

const Content = z.string().max(200_000, 'is longer than 200,000 characters; nothing was written')

export const start = contract({
  name: 'change.start',
  summary: 'Start a change; its type and size choose the stages.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    type: ChangeType,
    size: ChangeSize,
    description: z.string().max(20_000).describe('What this change does.'),
    content: Content.optional().describe('The text of the first stage, which is then done at once.'),
  }),
  output: ChangeView,
  mounts: {
    mcp: { tool: 'sdd_change' },
    cli: {
      path: 'change start',
      positionals: ['description'],
      text: 'content',
      example: 'furrow change start "Login redirects to the wrong page" --type fix --size small',
    },
    http: { route: 'POST /api/changes' },
  },
})

export const advance = contract({
  name: 'change.advance',
  summary: 'Save the content of the current stage and go on to the next one.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    content: Content.describe('The text of the current stage, in markdown.'),
    title: z.string().max(200).optional().describe('A heading for the artifact.'),
    stage: ChangeStage.optional().describe('Refuse when the change is at another stage than this.'),
  }),
  output: ChangeView,
  mounts: {
    mcp: { tool: 'sdd_change_advance' },
    cli: {
      path: 'change advance',
      text: 'content',
      example: 'furrow change advance --content "After login the user lands on the start page."',
    },
    http: { route: 'POST /api/changes/advance' },
  },
})

export const status = contract({
  name: 'change.status',
  summary: 'Show the active change, or one by its id: stages, artifacts, decisions, next step.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ change_id: ChangeId.optional().describe('Without it, the active change.') }),
  output: ChangeView,
  mounts: {
    mcp: { tool: 'sdd_change_status' },
    cli: { path: 'change status', positionals: ['change_id'], example: 'furrow change status fix-login-redirect' },
    http: { route: 'GET /api/changes/status' },
  },
})

export const list = contract({
  name: 'change.list',
  summary: 'List the changes of this worktree, newest first.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({
    status: z.enum(CHANGE_STATUSES).optional(),
    type: ChangeType.optional(),
    size: ChangeSize.optional(),
    text: z.string().max(200).optional().describe('Words that the id or the description holds.'),
    history: z.boolean().default(false).describe('Archived changes too.'),
    limit: z.int().min(1).max(500).default(50),
    cursor: Id.optional().describe('Continue below this change.'),
  }),
  output: z.object({
    changes: z.array(ChangeRow),
    damaged: z.array(DamagedRow),
    next: z.string().optional(),
    totals: z.array(ChangeTotal).describe('How many there are in all, those of other pages too.'),
    /** Where the list is empty: how many there are that it does not show. */
    left_out: z.object({ filtered: z.int(), archived: z.int() }).optional(),
  }),
  mounts: {
    mcp: { tool: 'sdd_change_manage', action: 'list', otherwise: true, brief: '' },
    cli: { path: 'change list', example: 'furrow change list --status active' },
    http: { route: 'GET /api/changes' },
  },
})

export const flows = contract({
  name: 'change.flows',
  summary: 'The stages of every type and size of change, those of the config too.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    flows: z.array(z.object({ type: z.string(), size: z.string(), stages: z.array(z.string()) })),
  }),
  mounts: {
    mcp: { tool: 'sdd_change_manage', action: 'flows', brief: 'the stages of every type and size' },
    cli: { path: 'change flows', example: 'furrow change flows' },
    http: { route: 'GET /api/changes/flows' },
  },
})

export const show = contract({
  name: 'change.artifact',
  summary: 'Show the artifact of one stage of a change.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ id: ChangeId, stage: ChangeStage }),
  output: z.object({ id: z.string(), stage: z.string(), path: z.string(), content: z.string(), revision: z.string() }),
  mounts: {
    mcp: { tool: 'sdd_change_manage', action: 'show', brief: 'the text of a stage' },
    cli: { path: 'change show', positionals: ['id', 'stage'], example: 'furrow change show fix-login-redirect tasks' },
    http: { route: 'GET /api/changes/:id/artifacts/:stage' },
  },
})

export const tick = contract({
  name: 'change.tick',
  summary: 'Tick a task of a change in its tasks.md, or open it again.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    id: ChangeId,
    task: z.int().min(1).max(100_000).describe('Which one, counted from 1 in the order of tasks.md.'),
    text: z.string().max(20_000).optional().describe('Refuse when the task says something else.'),
    open: z.boolean().optional().describe('Not done after all.'),
  }),
  output: ChangeView,
  mounts: {
    mcp: { tool: 'sdd_change_tick' },
    cli: { path: 'change tick', positionals: ['id', 'task'], example: 'furrow change tick fix-login-redirect 2' },
    http: { route: 'POST /api/changes/:id/tick' },
  },
})

export const archive = contract({
  name: 'change.archive',
  summary: 'Move a finished change to the history.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: ChangeId.optional().describe('Without it, the only finished change.') }),
  output: ChangeView,
  mounts: {
    mcp: { tool: 'sdd_change_manage', action: 'archive', brief: 'to the history' },
    cli: { path: 'change archive', positionals: ['id'], example: 'furrow change archive fix-login-redirect' },
    http: { route: 'POST /api/changes/:id/archive' },
  },
})

export const cancel = contract({
  name: 'change.cancel',
  summary: 'Give a change up; its files stay.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: ChangeId.optional().describe('Without it, the active change, or the only paused one.') }),
  output: ChangeView,
  mounts: {
    mcp: { tool: 'sdd_change_manage', action: 'cancel', brief: 'give it up; its files stay' },
    cli: { path: 'change cancel', positionals: ['id'], example: 'furrow change cancel fix-login-redirect' },
    http: { route: 'POST /api/changes/:id/cancel' },
  },
})

export const reopen = contract({
  name: 'change.reopen',
  summary: 'Go back to a stage; it and the later ones are done again.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    id: ChangeId,
    stage: ChangeStage.optional().describe('Without it, the last stage that was done.'),
    reason: z.string().max(2000).default('reopened'),
  }),
  output: ChangeView,
  mounts: {
    mcp: { tool: 'sdd_change_manage', action: 'reopen', brief: 'go back to a stage' },
    cli: {
      path: 'change reopen',
      positionals: ['id', 'stage'],
      example: 'furrow change reopen fix-login-redirect spec',
    },
    http: { route: 'POST /api/changes/:id/reopen' },
  },
})

export const accept = contract({
  name: 'change.accept_command',
  summary: 'Let a command prove this change: its verify stage runs it.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({
    id: ChangeId,
    argv: z.array(z.string().max(8000)).min(1).max(200).describe('The command and its arguments.'),
  }),
  output: ChangeView,
  mounts: {
    mcp: { tool: 'sdd_change_manage', action: 'accept', brief: 'a command proves it; a person confirms' },
    cli: {
      path: 'change accept',
      positionals: ['id'],
      rest: 'argv',
      example: 'furrow change accept fix-login-redirect -- npm test',
    },
    http: { route: 'POST /api/changes/:id/accept' },
  },
})

export const withdraw = contract({
  name: 'change.withdraw_command',
  summary: 'Take back a command that was accepted as proof; the verify stage no longer runs it.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({
    id: ChangeId,
    argv: z.array(z.string().max(8000)).min(1).max(200).describe('The command, as it was accepted.'),
  }),
  output: ChangeView,
  mounts: {
    mcp: { tool: 'sdd_change_manage', action: 'withdraw', brief: 'an accepted command no longer counts' },
    cli: {
      path: 'change withdraw',
      positionals: ['id'],
      rest: 'argv',
      example: 'furrow change withdraw fix-login-redirect -- npm test',
    },
    http: { route: 'POST /api/changes/:id/withdraw' },
  },
})

export const pause = contract({
  name: 'change.pause',
  summary: 'Put the active change aside, so that another can be started or switched to.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: ChangeId.optional().describe('Without it, the active change.') }),
  output: ChangeView,
  mounts: {
    mcp: { tool: 'sdd_change_manage', action: 'pause', brief: 'put it aside' },
    cli: { path: 'change pause', positionals: ['id'], example: 'furrow change pause fix-login-redirect' },
    http: { route: 'POST /api/changes/:id/pause' },
  },
})

export const switchTo = contract({
  name: 'change.switch',
  summary: 'Pause the active change and go on with another.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: ChangeId }),
  output: ChangeView,
  mounts: {
    mcp: { tool: 'sdd_change_manage', action: 'switch', brief: 'go on with another' },
    cli: { path: 'change switch', positionals: ['id'], example: 'furrow change switch fix-login-redirect' },
    http: { route: 'POST /api/changes/:id/switch' },
  },
})
