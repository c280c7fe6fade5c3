import * as z from 'zod'
import { contract } from '../operation/contract.ts'
import { Id, Label } from '../operation/ids.ts'
import { AgentProfile, FollowedRun, Permission, Run } from '../runs/model.ts'
import { PastedCommand } from '../shared/shell/shell-schema.ts'
import { AgentEvent, AgentName, ConfiguredAgent, DetectedAgent, PermissionRule, PermissionVerdict } from './model.ts'

/*
 * How a page uses this. `run.list` (kind=agent) and `run.show` give the record, its part `agent` with it. The lines of a
 * run come by the stream of runs, `GET /api/runs/:id/events`, from any line on; what happened in order and with its
 * parts (text, tools, plan, permissions) by `agent.events` with the offset of the page before: read it again whenever
 * lines came, or an event of the kind `run` or `agent` names the run. `agent.permissions` lists what waits for an answer in
 * all runs; it changes with events of the kind `agent`, and `agent.permit` answers. `agent.diff` shows what a write run
 * changed; `agent.merge`, `agent.discard` and `agent.undo` decide on it (`agent.changes` of the record says how it stands).
 */

const Name = z.strictObject({ name: AgentName.describe('As `furrow agent list` shows it.') })

export const list = contract({
  name: 'agent.list',
  summary: 'The coding agents of your config that Furrow can start.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: z.object({ agents: z.array(ConfiguredAgent), warnings: z.array(z.string()) }),
  mounts: {
    cli: { path: 'agent list', example: 'furrow agent list' },
    http: { route: 'GET /api/agents' },
    mcp: { tool: 'agent_runs', action: 'agents' },
  },
})

export const detect = contract({
  name: 'agent.detect',
  summary: 'Look for coding agents on PATH that speak the Agent Client Protocol.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: z.object({ agents: z.array(DetectedAgent) }),
  mounts: {
    cli: {
      path: 'agent detect',
      example: 'furrow agent detect',
      also: [{ path: 'doctor agents', example: 'furrow doctor agents' }],
    },
    http: { route: 'GET /api/agents/detected' },
  },
})

export const add = contract({
  name: 'agent.add',
  summary: 'Add a coding agent to your own config; a known one needs its name alone.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({
    name: AgentName.describe('A name of your choice, or one that `furrow agent detect` shows.'),
    command: z.string().min(1).max(4096).optional().describe('The program to start; of a known agent it is known.'),
    args: z.array(z.string().max(4096)).max(100).optional().describe('Its arguments.'),
    env: z
      .record(z.string(), z.string().max(4096))
      .optional()
      .describe('Variables for it; $NAME is taken from your environment when a run starts.'),
    default: z.boolean().optional().describe('Use it where no other is named; the first one added is.'),
  }),
  output: z.object({ agent: ConfiguredAgent }),
  mounts: {
    cli: {
      path: 'agent add',
      positionals: ['name'],
      rest: 'args',
      objects: { env: 'pairs' },
      example: 'furrow agent add opencode',
    },
    http: { route: 'POST /api/agents' },
  },
})

export const use = contract({
  name: 'agent.use',
  summary: 'Make an agent of your config the default.',
  effect: 'write',
  authority: 'person',
  input: Name,
  output: z.object({ agent: ConfiguredAgent }),
  mounts: {
    cli: { path: 'agent use', positionals: ['name'], example: 'furrow agent use opencode' },
    http: { route: 'POST /api/agents/:name/use' },
  },
})

export const remove = contract({
  name: 'agent.remove',
  summary: 'Remove an agent from your config.',
  effect: 'write',
  authority: 'person',
  input: Name,
  output: z.object({ name: z.string(), removed: z.literal(true) }),
  mounts: {
    cli: { path: 'agent remove', positionals: ['name'], example: 'furrow agent remove opencode' },
    http: { route: 'DELETE /api/agents/:name' },
  },
})

/** Two rules for the same tools and files are one: of those that match the last counts, so the earlier says nothing. */
const RuleFor = z.strictObject({
  tool: z.string().min(1).max(200).describe('A kind of action (edit, execute, fetch), a tool by name, or *.'),
  files: PermissionRule.shape.path.describe('Only for these files below the root: src/**'),
})

const Rules = z.object({
  /** Of your own config; of those that match an action, the last one counts. */
  rules: z.array(PermissionRule),
  /** Of the repository: they forbid and ask, and allow nothing. */
  narrowing: z.array(PermissionRule),
})

export const rules = contract({
  name: 'agent.rules',
  summary: 'What agents may do without asking, by the rules of your config and of the repository.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: Rules,
  mounts: {
    cli: { path: 'agent rules', example: 'furrow agent rules' },
    http: { route: 'GET /api/agents/rules' },
    mcp: { tool: 'agent_runs', action: 'rules' },
  },
})

export const ruleSet = contract({
  name: 'agent.rule_set',
  summary: 'Allow, ask about or deny an action of agents from now on; the rule comes last and so counts most.',
  effect: 'write',
  authority: 'person',
  input: RuleFor.extend({ action: PermissionVerdict.describe('Allow it, ask a person, or deny it.') }),
  output: Rules,
  mounts: {
    cli: {
      path: 'agent rule set',
      positionals: ['tool', 'action'],
      example: "furrow agent rule set edit allow --files 'docs/**'",
    },
    http: { route: 'POST /api/agents/rules' },
  },
})

export const ruleRemove = contract({
  name: 'agent.rule_remove',
  summary: 'Take a rule out of your config; what no rule speaks of is asked.',
  effect: 'write',
  authority: 'person',
  input: RuleFor,
  output: Rules,
  mounts: {
    cli: {
      path: 'agent rule remove',
      positionals: ['tool'],
      example: "furrow agent rule remove edit --files 'docs/**'",
    },
    http: { route: 'POST /api/agents/rules/remove' },
  },
})

const Budget = z.object({
  turns: z.number().int().min(1).max(100_000).optional().describe('Stop it after so many answers of models.'),
  minutes: z.number().min(0.01).max(100_000).optional().describe('Stop it after so many minutes of work.'),
  tokens: z.number().int().min(1).optional().describe('Stop it after so many tokens.'),
  cost: z.number().positive().max(1_000_000).optional().describe('Stop it when it has cost so much.'),
})

export const start = contract({
  name: 'agent.start',
  summary: 'Give a coding agent a prompt: to read and answer, or to work in a worktree of its own.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    prompt: z.string().min(1).max(200_000).describe('What it is to do.'),
    profile: AgentProfile.default('read').describe('read: nothing is written, no command runs; write: in a worktree.'),
    agent: AgentName.optional().describe('By its name; the default agent when left out.'),
    label: Label.optional().describe('What to call it in lists.'),
    key: Label.optional().describe('Of the runs with one key, one is at work at a time; a second is a conflict.'),
    ...Budget.shape,
    feature: Id.optional().describe(
      'The feature that it is for and whose budget it uses; the current one when left out.',
    ),
    change: Id.optional().describe('The change that it is for; that of the feature, or the active one, when left out.'),
    unattended: z.boolean().optional().describe('Ask nobody: what no rule allows is denied.'),
  }),
  output: FollowedRun,
  mounts: {
    cli: {
      path: 'agent run',
      positionals: ['prompt'],
      text: 'prompt',
      follow: 'leave',
      example: 'furrow agent run "Why does the login redirect twice?"',
    },
    http: { route: 'POST /api/agents/runs', statuses: [202], present: () => ({ status: 202 }) },
    mcp: { tool: 'agent_runs', action: 'start' },
  },
})

const One = z.strictObject({ id: Id })

export const events = contract({
  name: 'agent.events',
  summary: 'What happened in an agent run, from an offset on: text, tools, plans, permissions, the end.',
  effect: 'read',
  authority: 'anyone',
  input: One.extend({ offset: z.number().int().min(0).default(0).describe('The `next` of the page before.') }),
  output: z.object({
    run: Run,
    events: z.array(AgentEvent),
    next: z.number().int(),
    /** There is more already; otherwise it comes while the run goes on. */
    more: z.boolean(),
  }),
  mounts: {
    cli: {
      path: 'runs events',
      positionals: ['id'],
      verbatim: 'text',
      example: 'furrow runs events 20260102-101500-a1b',
    },
    http: { route: 'GET /api/runs/:id/agent-events' },
    mcp: { tool: 'agent_runs', action: 'events' },
  },
})

const Waiting = Permission.extend({ run: z.string(), label: z.string(), agent: z.string() })

export const permissions = contract({
  name: 'agent.permissions',
  summary: 'What agents ask to be allowed to do and wait for.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: z.object({ permissions: z.array(Waiting) }),
  mounts: {
    cli: { path: 'runs permissions', verbatim: 'text', example: 'furrow runs permissions' },
    http: { route: 'GET /api/agents/permissions' },
    mcp: { tool: 'agent_runs', action: 'permissions' },
  },
})

export const permit = contract({
  name: 'agent.permit',
  summary: 'Answer what an agent asks to be allowed to do.',
  effect: 'write',
  authority: 'person',
  input: One.extend({
    answer: z
      .enum(['allow', 'always', 'deny', 'never'])
      .describe(
        'allow and deny count this time; always and never for the rest of its session, if the agent offers it.',
      ),
    permission: Id.optional().describe('Which one, when several wait.'),
  }),
  output: z.object({ run: Run, permission: z.string(), answer: z.string() }),
  mounts: {
    cli: {
      path: 'runs permit',
      positionals: ['id', 'answer'],
      example: 'furrow runs permit 20260102-101500-a1b allow',
    },
    http: { route: 'POST /api/runs/:id/permit' },
  },
})

export const stop = contract({
  name: 'agent.stop',
  summary: 'Stop an agent with everything it started; a run of another kind is cancelled.',
  effect: 'write',
  authority: 'anyone',
  input: One,
  output: Run,
  mounts: {
    cli: { path: 'runs stop', positionals: ['id'], example: 'furrow runs stop 20260102-101500-a1b' },
    http: { route: 'POST /api/runs/:id/stop' },
    mcp: { tool: 'agent_runs', action: 'stop' },
  },
})

export const resume = contract({
  name: 'agent.resume',
  summary: 'Go on with the session of an agent run that has ended, in a new run.',
  effect: 'write',
  authority: 'anyone',
  input: One.extend({
    prompt: z.string().min(1).max(200_000).optional().describe('What to say to it; “Go on.” when left out.'),
    ...Budget.shape,
  }),
  output: FollowedRun,
  mounts: {
    cli: {
      path: 'runs resume',
      positionals: ['id'],
      text: 'prompt',
      follow: 'leave',
      example: 'furrow runs resume 20260102-101500-a1b --prompt "Try the other way."',
    },
    http: { route: 'POST /api/runs/:id/resume', statuses: [202], present: () => ({ status: 202 }) },
    mcp: { tool: 'agent_runs', action: 'resume' },
  },
})

const ChangedFile = z.object({ path: z.string(), change: z.enum(['added', 'changed', 'removed']) })

export const diff = contract({
  name: 'agent.diff',
  summary: 'What a write run has changed, against the tree that it started from.',
  effect: 'read',
  authority: 'anyone',
  input: One,
  output: z.object({
    run: Run,
    /** The hash of what it made: given to `agent.merge`, nothing else is merged. */
    result: z.string(),
    files: z.array(ChangedFile),
    /** What is neither a file, a folder nor a link, and so is not in the result. */
    left_out: z.array(z.string()),
    /** A patch to read; where it is long, each long file in it is cut. */
    diff: z.string(),
    cut: z.boolean(),
    /** Of a cut one: the command that shows all of it. */
    whole: PastedCommand.optional(),
  }),
  mounts: {
    cli: {
      path: 'runs diff',
      positionals: ['id'],
      verbatim: 'diff',
      example: 'furrow runs diff 20260102-101500-a1b',
    },
    http: { route: 'GET /api/runs/:id/diff' },
    mcp: { tool: 'agent_runs', action: 'diff' },
  },
})

const Decided = z.object({ run: Run, files: z.array(ChangedFile) })

export const merge = contract({
  name: 'agent.merge',
  summary: 'Take over what a write run has changed into your worktree; nothing is committed.',
  effect: 'write',
  authority: 'person',
  preview: 'agent.diff',
  pins: { result: 'result' },
  input: One.extend({
    result: z
      .string()
      .regex(/^[0-9a-f]{40,64}$/)
      .optional()
      .describe('Merge only this: the `result` of its diff.'),
  }),
  output: Decided,
  mounts: {
    cli: { path: 'runs merge', positionals: ['id'], example: 'furrow runs merge 20260102-101500-a1b' },
    http: { route: 'POST /api/runs/:id/merge' },
  },
})

export const discard = contract({
  name: 'agent.discard',
  summary: 'Remove the worktree of a write run; what it made can be merged until the run is deleted.',
  effect: 'write',
  authority: 'person',
  input: One,
  output: Decided,
  mounts: {
    cli: { path: 'runs discard', positionals: ['id'], example: 'furrow runs discard 20260102-101500-a1b' },
    http: { route: 'POST /api/runs/:id/discard' },
  },
})

export const undo = contract({
  name: 'agent.undo',
  summary: 'Take back what a merged run has changed; what you changed since stays.',
  effect: 'write',
  authority: 'person',
  input: One,
  output: Decided,
  mounts: {
    cli: { path: 'runs undo', positionals: ['id'], example: 'furrow runs undo 20260102-101500-a1b' },
    http: { route: 'POST /api/runs/:id/undo' },
  },
})
