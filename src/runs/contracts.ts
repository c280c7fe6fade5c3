import * as z from 'zod'
import { contract } from '../operation/contract.ts'
import { Id, Label, RepoPath } from '../operation/ids.ts'
import { Run, RunKind, RunLine, RunProblem, RunStatus } from './model.ts'

const One = z.strictObject({ id: Id })
const Cursor = Id.optional().describe('The `next` of the page before.')

/**
 * Only the command line has it: whoever types there has a shell already, so it needs no more authority than that. No
 * other door mounts it, so neither a page nor an agent's token turns Furrow into a shell.
 */
export const exec = contract({
  name: 'run.exec',
  summary: 'Run a command: recorded, cancellable, replayable, and detached if you like.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    argv: z.array(z.string().max(131_071)).min(1).max(10_000).describe('The command and its arguments.'),
    detach: z.boolean().optional().describe('Let it go on by itself and print its id.'),
    timeout_seconds: z.number().int().positive().max(604_800).optional().describe('End it after so many seconds.'),
    label: Label.optional().describe('What to call it in lists.'),
    sandbox: z
      .boolean()
      .optional()
      .describe('Show it the workspace and the system alone: no home folder, no other project, no network.'),
    cwd: RepoPath.optional().describe('The folder to run in; where you are when left out.'),
  }),
  output: Run,
  mounts: {
    cli: { path: 'exec', rest: 'argv', follow: 'cancel', example: 'furrow exec -- git status --short' },
  },
})

export const again = contract({
  name: 'run.again',
  summary: 'Run the command of an earlier run again, in the same folder.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({
    id: Id,
    command: z.string().max(200_000).optional().describe('The command as you read it; another one is refused.'),
    record: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'is not a hash (64 hexadecimal digits)')
      .optional()
      .describe('What the record names, as it was shown; another command, folder, time or sandbox is refused.'),
  }),
  output: Run,
  mounts: {
    cli: {
      path: 'runs again',
      positionals: ['id'],
      follow: 'cancel',
      example: 'furrow runs again 20260102-101500-a1b',
    },
    http: { route: 'POST /api/runs/:id/again', statuses: [202], present: () => ({ status: 202 }) },
  },
})

export const list = contract({
  name: 'run.list',
  summary: 'Runs, the newest first.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({
    status: RunStatus.optional(),
    kind: RunKind.optional(),
    limit: z.number().int().min(1).max(200).default(50),
    cursor: Cursor,
  }),
  output: z.object({ runs: z.array(Run), errors: z.array(RunProblem).optional(), next: z.string().optional() }),
  mounts: {
    cli: { path: 'runs list', example: 'furrow runs list --status running' },
    http: { route: 'GET /api/runs' },
    mcp: { tool: 'tool_runs', action: 'list', otherwise: true, brief: 'newest first' },
  },
})

export const show = contract({
  name: 'run.show',
  summary: 'One run: what, when, how it ended.',
  effect: 'read',
  authority: 'anyone',
  input: One,
  output: Run,
  mounts: {
    cli: { path: 'runs show', positionals: ['id'], example: 'furrow runs show 20260102-101500-a1b' },
    http: { route: 'GET /api/runs/:id' },
    mcp: { tool: 'tool_runs', action: 'show', brief: 'what, when, how it ended' },
  },
})

export const nested = contract({
  name: 'run.nested',
  summary: 'The runs that a run started, and all that those started, in the order of their start.',
  effect: 'read',
  authority: 'anyone',
  input: One,
  output: z.object({
    runs: z.array(Run),
    /** There are more than are listed. */
    more: z.boolean().optional(),
  }),
  mounts: {
    cli: { path: 'runs nested', positionals: ['id'], example: 'furrow runs nested 20260102-101500-a1b' },
    http: { route: 'GET /api/runs/:id/nested' },
    mcp: { tool: 'tool_nested' },
  },
})

export const tail = contract({
  name: 'run.tail',
  summary: 'Lines of a run: the last ones, or from a line number on.',
  effect: 'read',
  authority: 'anyone',
  input: One.extend({
    from: z.number().int().min(1).optional().describe('The first line wanted; the last lines when left out.'),
    count: z.number().int().min(1).max(10_000).default(100),
  }),
  output: z.object({
    run: Run,
    lines: z.array(RunLine),
    /** The number of the last line there is. */
    total: z.number().int(),
    /** Lines that were cut out of the middle of a long log; they are missing from `lines`. */
    gap: z.object({ from: z.number().int(), to: z.number().int() }).optional(),
  }),
  mounts: {
    cli: {
      path: 'runs tail',
      positionals: ['id'],
      verbatim: 'text',
      example: 'furrow runs tail 20260102-101500-a1b --count 20',
    },
    http: { route: 'GET /api/runs/:id/lines' },
    mcp: { tool: 'tool_runs', action: 'tail', brief: 'its last lines, or from a line on' },
  },
})

/** At a terminal this follows the lines from the beginning; elsewhere it is `run.wait`. */
export const watch = contract({
  name: 'run.watch',
  summary: 'Follow a run from its first line to its end.',
  effect: 'read',
  authority: 'anyone',
  input: One,
  output: Run,
  mounts: {
    cli: { path: 'runs watch', positionals: ['id'], follow: 'leave', example: 'furrow runs watch 20260102-101500-a1b' },
  },
})

export const wait = contract({
  name: 'run.wait',
  summary: 'Wait for the end of a run, for at most 45 seconds.',
  effect: 'read',
  authority: 'anyone',
  input: One.extend({ seconds: z.number().min(0).max(45).default(45) }),
  output: Run,
  mounts: {
    cli: { path: 'runs wait', positionals: ['id'], example: 'furrow runs wait 20260102-101500-a1b' },
    http: { route: 'GET /api/runs/:id/wait' },
    mcp: { tool: 'tool_runs', action: 'wait', brief: 'for its end, at most 45 s' },
  },
})

export const cancel = contract({
  name: 'run.cancel',
  summary: 'Ask the owner of a run to end it, with everything it started.',
  effect: 'write',
  authority: 'anyone',
  input: One,
  output: Run,
  mounts: {
    cli: { path: 'runs cancel', positionals: ['id'], example: 'furrow runs cancel 20260102-101500-a1b' },
    http: { route: 'POST /api/runs/:id/cancel' },
    mcp: { tool: 'tool_runs', action: 'cancel', brief: 'end it with all it started' },
  },
})

export const pin = contract({
  name: 'run.pin',
  summary: 'Keep a run when old ones are cleared away, or no longer.',
  effect: 'write',
  authority: 'anyone',
  input: One.extend({ pinned: z.boolean().default(true) }),
  output: Run,
  mounts: {
    cli: { path: 'runs pin', positionals: ['id'], example: 'furrow runs pin 20260102-101500-a1b' },
    http: { route: 'POST /api/runs/:id/pin' },
  },
})

export const remove = contract({
  name: 'run.delete',
  summary: 'Delete a finished run, its log and its attachments, for good.',
  effect: 'destructive',
  authority: 'anyone',
  input: One,
  output: z.object({ id: z.string(), deleted: z.literal(true) }),
  mounts: {
    cli: { path: 'runs delete', positionals: ['id'], example: 'furrow runs delete 20260102-101500-a1b' },
    http: { route: 'DELETE /api/runs/:id' },
  },
})
