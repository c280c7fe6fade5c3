import * as z from 'zod'
import { contract } from '../operation/contract.ts'
import { Id, RepoPath } from '../operation/ids.ts'
import { PastedCommand } from '../shared/shell/shell-schema.ts'
import {
  OtherProject,
  ProjectEvent,
  ProjectName,
  ProjectRow,
  ProjectTypeName,
  ProjectView,
  TransitionView,
} from './model.ts'
import { GraphView } from './show/graph-view.ts'

const Reason = z.string().min(1).max(2000).describe('Why; it is kept in the log.')

export const start = contract({
  name: 'exploration.start',
  summary: 'Start an exploration: takes an explore/* branch or makes one, and prints the first brief.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    title: z.string().min(1).max(500).describe('The question, in a sentence.'),
    name: ProjectName.optional().describe('Its short name; made from the title without one.'),
    type: ProjectTypeName.optional().describe('A type, also one of .sow/types/; without it, what the branch says.'),
    inputs: z.array(RepoPath).max(50).optional().describe('Files to go by.'),
    here: z.boolean().default(false).describe('Stay on the current branch.'),
  }),
  output: ProjectView,
  mounts: {
    mcp: {
      tool: 'exploration',
      action: 'start',
      brief: 'type exploration, standard, design or breakdown',
      also: { tool: 'exploration_start' },
    },
    cli: {
      path: 'explore start',
      positionals: ['title'],
      example: 'furrow explore start "How could we add single sign-on?"',
    },
    http: { route: 'POST /api/explorations' },
  },
})

export const status = contract({
  name: 'exploration.status',
  summary: 'Where the exploration stands: topics, findings, summaries, ways on and what blocks them.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ project: OtherProject }),
  output: ProjectView,
  mounts: {
    mcp: {
      tool: 'exploration',
      action: 'status',
      brief: 'where it is and what blocks it',
      also: { tool: 'exploration_status', action: 'status' },
    },
    cli: {
      path: 'agent status',
      positionals: ['project'],
      example: 'furrow agent status',
      also: [{ path: 'explore status', example: 'furrow explore status' }],
    },
    http: { route: 'GET /api/explorations/status' },
  },
})

export const list = contract({
  name: 'exploration.list',
  summary: 'List the explorations of this worktree, of the other worktrees, and the archived ones.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    projects: z.array(ProjectRow),
    damaged: z.array(z.object({ path: z.string(), message: z.string(), fix: PastedCommand })),
  }),
  mounts: {
    mcp: {
      tool: 'exploration',
      action: 'list',
      otherwise: true,
      brief: '',
      also: { tool: 'exploration_status', action: 'list' },
    },
    cli: { path: 'explore list', example: 'furrow explore list' },
    http: { route: 'GET /api/explorations' },
  },
})

export const brief = contract({
  name: 'exploration.brief',
  summary: 'All that somebody needs who knows nothing of it: state, topics, findings, open questions, next commands.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({
    project: OtherProject,
    max_tokens: z.int().min(200).max(200_000).optional().describe('Leave out the oldest detail first.'),
  }),
  output: z.object({ name: z.string(), state: z.string(), text: z.string(), tokens: z.int() }),
  mounts: {
    mcp: {
      tool: 'exploration',
      action: 'brief',
      brief: '',
      also: { tool: 'exploration_status', action: 'brief' },
    },
    cli: {
      path: 'agent prompt',
      positionals: ['project'],
      example: 'furrow agent prompt --max-tokens 1500',
      also: [{ path: 'explore brief', example: 'furrow explore brief --max-tokens 1500' }],
    },
    http: { route: 'GET /api/explorations/brief' },
  },
})

export const log = contract({
  name: 'exploration.log',
  summary: 'What happened to the exploration, newest first.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ project: OtherProject, limit: z.int().min(1).max(1000).default(50) }),
  output: z.object({ name: z.string(), events: z.array(ProjectEvent) }),
  mounts: {
    mcp: { tool: 'exploration_status', action: 'log' },
    cli: {
      path: 'agent log',
      example: 'furrow agent log --limit 10',
      also: [{ path: 'explore log', example: 'furrow explore log --limit 10' }],
    },
    http: { route: 'GET /api/explorations/log' },
  },
})

export const graph = contract({
  name: 'exploration.graph',
  summary: 'Draw the states with the present one and the blocked ways marked.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ project: OtherProject, format: z.enum(['mermaid', 'dot', 'ascii']).default('ascii') }),
  output: GraphView.extend({ text: z.string() }),
  mounts: {
    mcp: { tool: 'exploration_status', action: 'graph' },
    cli: {
      path: 'agent graph',
      example: 'furrow agent graph --format mermaid',
      also: [{ path: 'explore graph', example: 'furrow explore graph --format mermaid' }],
    },
    http: { route: 'GET /api/explorations/graph' },
  },
})

export const types = contract({
  name: 'exploration.types',
  summary: 'The project types there are: Furrow’s own and those of .sow/types/.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    types: z.array(
      z.object({
        name: z.string(),
        title: z.string().optional(),
        source: z.enum(['built-in', 'repository']),
        path: z.string().optional(),
        prefixes: z.array(z.string()),
        states: z.array(z.string()),
        problem: z.string().optional(),
        fix: PastedCommand.optional(),
      }),
    ),
  }),
  mounts: {
    mcp: { tool: 'exploration_status', action: 'types' },
    cli: { path: 'explore types', example: 'furrow explore types' },
    http: { route: 'GET /api/explorations/types' },
  },
})

export const copyType = contract({
  name: 'exploration.type_copy',
  summary: 'Copy one of Furrow’s project types to .sow/types/, where the repository may change it.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    name: Id.describe('exploration, standard, design or breakdown.'),
    as: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,40}$/, 'must be small letters, digits and _, a letter first')
      .optional()
      .describe('Its new name; own_<name> without it.'),
  }),
  output: z.object({ name: z.string(), files: z.array(z.string()), next: PastedCommand }),
  mounts: {
    mcp: { tool: 'exploration_task', action: 'type_copy' },
    cli: {
      path: 'explore type copy',
      positionals: ['name', 'as'],
      example: 'furrow explore type copy standard team',
    },
    http: { route: 'POST /api/explorations/types' },
  },
})

export const advance = contract({
  name: 'exploration.advance',
  summary: 'Go on to the next state of the phase, when nothing blocks it.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    event: Id.optional().describe('Which way, where there are several.'),
    list: z.boolean().default(false).describe('Show the ways from here and what blocks them; go nowhere.'),
    dry_run: z.boolean().default(false).describe('Say whether it would go on; go nowhere.'),
    reason: Reason.optional(),
  }),
  output: ProjectView.extend({ moved: z.boolean(), ways: z.array(TransitionView).optional() }),
  mounts: {
    mcp: {
      tool: 'exploration',
      action: 'advance',
      brief: '',
      also: { tool: 'exploration_advance', action: 'advance' },
    },
    cli: {
      path: 'agent advance',
      positionals: ['event'],
      example: 'furrow agent advance --list',
      also: [{ path: 'explore advance', example: 'furrow explore advance --dry-run' }],
    },
    http: { route: 'POST /api/explorations/advance' },
  },
})

export const complete = contract({
  name: 'exploration.complete',
  summary: 'Finish the phase: from the summaries to finalizing, and from there to the end.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    dry_run: z.boolean().default(false).describe('Say whether it would be finished; go nowhere.'),
  }),
  output: ProjectView.extend({ moved: z.boolean(), ways: z.array(TransitionView).optional() }),
  mounts: {
    mcp: {
      tool: 'exploration',
      action: 'complete',
      brief: '',
      also: { tool: 'exploration_advance', action: 'complete' },
    },
    cli: {
      path: 'agent complete',
      example: 'furrow agent complete',
      also: [{ path: 'explore complete', example: 'furrow explore complete --dry-run' }],
    },
    http: { route: 'POST /api/explorations/complete' },
  },
})

export const reopen = contract({
  name: 'exploration.reopen',
  summary: 'Go back to research; drafts stay, approvals become void.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ reason: Reason }),
  output: ProjectView,
  mounts: {
    mcp: {
      tool: 'exploration',
      action: 'reopen',
      brief: '',
      also: { tool: 'exploration_advance', action: 'reopen' },
    },
    cli: {
      path: 'agent reopen',
      example: 'furrow agent reopen --reason "The costs are still unknown."',
      also: [{ path: 'explore reopen', example: 'furrow explore reopen --reason "The costs are still unknown."' }],
    },
    http: { route: 'POST /api/explorations/reopen' },
  },
})

export const revise = contract({
  name: 'exploration.revise',
  summary: 'Go back from finalizing to the summaries.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ reason: Reason }),
  output: ProjectView,
  mounts: {
    mcp: {
      tool: 'exploration',
      action: 'revise',
      brief: '',
      also: { tool: 'exploration_advance', action: 'revise' },
    },
    cli: {
      path: 'agent revise',
      example: 'furrow agent revise --reason "One more recommendation."',
      also: [{ path: 'explore revise', example: 'furrow explore revise --reason "One more recommendation."' }],
    },
    http: { route: 'POST /api/explorations/revise' },
  },
})

export const abandon = contract({
  name: 'exploration.abandon',
  summary: 'Give the exploration up, with the reason; everything written so far is kept in the archive.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ reason: Reason }),
  output: ProjectView,
  mounts: {
    mcp: {
      tool: 'exploration',
      action: 'abandon',
      brief: '',
      also: { tool: 'exploration_advance', action: 'abandon' },
    },
    cli: {
      path: 'agent abandon',
      example: 'furrow agent abandon --reason "The product was cancelled."',
      also: [{ path: 'explore abandon', example: 'furrow explore abandon --reason "The product was cancelled."' }],
    },
    http: { route: 'POST /api/explorations/abandon' },
  },
})

export const importSow = contract({
  name: 'exploration.import_sow',
  summary: 'Take over an exploration in the form that sow itself writes; the original is kept beside it.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({}),
  output: ProjectView,
  mounts: {
    cli: { path: 'import sow', example: 'furrow import sow' },
    http: { route: 'POST /api/explorations/import' },
  },
})
