import * as z from 'zod'
import { contract } from '../operation/contract.ts'
import { Id } from '../operation/ids.ts'
import {
  ArtifactPath,
  ArtifactView,
  GraphView,
  NOTE_KINDS,
  PlanView,
  ProjectEvent,
  ProjectName,
  ProjectRow,
  ProjectView,
  Prose,
  TASK_STATUSES,
  TaskId,
  TaskView,
  Title,
  TransitionView,
} from './model.ts'

const Reason = z.string().min(1).max(2000).describe('Why; it is kept in the log.')
const Project = ProjectName.optional().describe('Another than the one of this worktree: archived, or of a worktree.')

export const start = contract({
  name: 'exploration.start',
  summary: 'Start an exploration: takes an explore/* branch or makes one, and prints the first brief.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    title: z.string().min(1).max(500).describe('The question, in a sentence.'),
    name: ProjectName.optional().describe('Its short name; made from the title without one.'),
    type: Id.optional().describe('exploration, design, or one of .sow/types/; else what the branch says.'),
    here: z.boolean().default(false).describe('Stay on the current branch.'),
  }),
  output: ProjectView,
  mounts: {
    mcp: { tool: 'exploration_start' },
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
  input: z.strictObject({ project: Project }),
  output: ProjectView,
  mounts: {
    mcp: { tool: 'exploration_status', action: 'status' },
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
    damaged: z.array(z.object({ path: z.string(), message: z.string(), fix: z.string() })),
  }),
  mounts: {
    mcp: { tool: 'exploration_status', action: 'list' },
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
    project: Project,
    max_tokens: z.int().min(200).max(200_000).optional().describe('Leave out the oldest detail first.'),
  }),
  output: z.object({ name: z.string(), state: z.string(), text: z.string(), tokens: z.int() }),
  mounts: {
    mcp: { tool: 'exploration_status', action: 'brief' },
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
  input: z.strictObject({ project: Project, limit: z.int().min(1).max(1000).default(50) }),
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
  input: z.strictObject({ project: Project, format: z.enum(['mermaid', 'dot', 'ascii']).default('ascii') }),
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
        fix: z.string().optional(),
      }),
    ),
  }),
  mounts: {
    cli: { path: 'explore types', example: 'furrow explore types' },
    http: { route: 'GET /api/explorations/types' },
  },
})

export const note = contract({
  name: 'exploration.note',
  summary: 'Keep a decision, an open question or an insight; the brief shows it.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ text: Prose.min(1), kind: z.enum(NOTE_KINDS).default('note') }),
  output: ProjectView,
  mounts: {
    mcp: { tool: 'exploration_task', action: 'note' },
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

const Texts = {
  question: Prose.optional().describe('What is to be found out.'),
  scope: Prose.optional().describe('What belongs to it, and what does not.'),
}

export const taskCreate = contract({
  name: 'exploration.task_create',
  summary: 'Add a topic to find out about.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ name: Title, ...Texts }),
  output: z.object({ task: TaskView, project: ProjectView }),
  mounts: {
    mcp: { tool: 'exploration_task', action: 'create' },
    cli: {
      path: 'agent task create',
      positionals: ['name'],
      example: 'furrow agent task create "OAuth 2.0 flows" --question "Which flow fits a command line?"',
      also: [{ path: 'explore topic', example: 'furrow explore topic "OAuth 2.0 flows"' }],
    },
    http: { route: 'POST /api/explorations/tasks' },
  },
})

export const taskUpdate = contract({
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
    reason: z.string().max(2000).optional().describe('Why it is abandoned or skipped.'),
    meta: z.record(z.string(), z.string()).optional().describe('Anything else to remember with it.'),
  }),
  output: z.object({ task: TaskView, project: ProjectView }),
  mounts: {
    mcp: { tool: 'exploration_task', action: 'update' },
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

export const taskList = contract({
  name: 'exploration.task_list',
  summary: 'The topics and the finalization steps, with their status.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ project: Project, status: z.enum(TASK_STATUSES).optional() }),
  output: z.object({ tasks: z.array(TaskView), steps: z.array(TaskView) }),
  mounts: {
    mcp: { tool: 'exploration_task', action: 'list' },
    cli: { path: 'agent task list', example: 'furrow agent task list --status pending' },
    http: { route: 'GET /api/explorations/tasks' },
  },
})

export const taskShow = contract({
  name: 'exploration.task_show',
  summary: 'One topic or step with all that is known of it.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ project: Project, id: TaskId }),
  output: TaskView,
  mounts: {
    mcp: { tool: 'exploration_task', action: 'show' },
    cli: { path: 'agent task show', positionals: ['id'], example: 'furrow agent task show 001' },
    http: { route: 'GET /api/explorations/tasks/:id' },
  },
})

export const taskDelete = contract({
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

const Kind = Id.optional().describe('finding or summary; without it, what the present state adds.')

export const artifactAdd = contract({
  name: 'artifact.add',
  summary: 'Register a file of .sow/project/ as a finding or a summary.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    path: ArtifactPath,
    kind: Kind,
    task: TaskId.optional().describe('The topic that it belongs to.'),
  }),
  output: z.object({ artifact: ArtifactView, project: ProjectView }),
  mounts: {
    mcp: { tool: 'exploration_artifact', action: 'add' },
    cli: {
      path: 'agent artifact add',
      positionals: ['path'],
      example: 'furrow agent artifact add findings/oauth.md --task 001',
      also: [
        { path: 'explore finding', example: 'furrow explore finding findings/oauth.md', given: { kind: 'finding' } },
        { path: 'explore summary', example: 'furrow explore summary summary.md', given: { kind: 'summary' } },
      ],
    },
    http: { route: 'POST /api/explorations/artifacts' },
  },
})

export const artifactNew = contract({
  name: 'artifact.new',
  summary: 'Write a document to begin with (a summary as the guide outlines it) and register it.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    kind: Id.describe('summary or finding'),
    path: ArtifactPath.optional().describe('Where; a summary is summary.md without it.'),
    task: TaskId.optional().describe('The topic that it belongs to.'),
  }),
  output: z.object({ artifact: ArtifactView, project: ProjectView }),
  mounts: {
    mcp: { tool: 'exploration_artifact', action: 'new' },
    cli: { path: 'agent artifact new', positionals: ['kind', 'path'], example: 'furrow agent artifact new summary' },
    http: { route: 'POST /api/explorations/artifacts/new' },
  },
})

export const artifactApprove = contract({
  name: 'artifact.approve',
  summary: 'Approve a summary as it is now; an edit makes the approval void.',
  effect: 'write',
  authority: 'person',
  preview: 'artifact.show',
  input: z.strictObject({
    path: ArtifactPath,
    note: z.string().max(2000).optional(),
    revision: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'is no revision (64 hexadecimal digits)')
      .optional()
      .describe('Refuse when the text is another than this.'),
  }),
  output: z.object({ artifact: ArtifactView, project: ProjectView }),
  mounts: {
    mcp: { tool: 'exploration_artifact', action: 'approve' },
    cli: { path: 'agent artifact approve', positionals: ['path'], example: 'furrow agent artifact approve summary.md' },
    http: { route: 'POST /api/explorations/artifacts/approve' },
  },
})

export const artifactReject = contract({
  name: 'artifact.reject',
  summary: 'Send a summary back with what is missing; an approval becomes void.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ path: ArtifactPath, note: z.string().min(1).max(2000).describe('What is missing.') }),
  output: z.object({ artifact: ArtifactView, project: ProjectView }),
  mounts: {
    mcp: { tool: 'exploration_artifact', action: 'reject' },
    cli: {
      path: 'agent artifact reject',
      positionals: ['path'],
      example: 'furrow agent artifact reject summary.md --note "The costs are missing."',
    },
    http: { route: 'POST /api/explorations/artifacts/reject' },
  },
})

export const artifactList = contract({
  name: 'artifact.list',
  summary: 'The findings and summaries, and which of them are approved.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ project: Project, kind: Id.optional() }),
  output: z.object({ artifacts: z.array(ArtifactView) }),
  mounts: {
    mcp: { tool: 'exploration_artifact', action: 'list' },
    cli: { path: 'agent artifact list', example: 'furrow agent artifact list --kind summary' },
    http: { route: 'GET /api/explorations/artifacts' },
  },
})

export const artifactShow = contract({
  name: 'artifact.show',
  summary: 'The text of a finding or summary.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ project: Project, path: ArtifactPath }),
  output: z.object({ artifact: ArtifactView, content: z.string(), revision: z.string() }),
  mounts: {
    mcp: { tool: 'exploration_artifact', action: 'show' },
    cli: { path: 'agent artifact show', positionals: ['path'], example: 'furrow agent artifact show summary.md' },
    http: { route: 'GET /api/explorations/artifacts/text' },
  },
})

export const artifactRemove = contract({
  name: 'artifact.remove',
  summary: 'Register a file no longer; the file stays.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ path: ArtifactPath }),
  output: ProjectView,
  mounts: {
    mcp: { tool: 'exploration_artifact', action: 'remove' },
    cli: { path: 'agent artifact remove', positionals: ['path'], example: 'furrow agent artifact remove notes.md' },
    http: { route: 'POST /api/explorations/artifacts/remove' },
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
    mcp: { tool: 'exploration_advance', action: 'advance' },
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
    mcp: { tool: 'exploration_advance', action: 'complete' },
    cli: {
      path: 'agent complete',
      example: 'furrow agent complete',
      also: [{ path: 'explore finish', example: 'furrow explore finish' }],
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
    mcp: { tool: 'exploration_advance', action: 'reopen' },
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
    mcp: { tool: 'exploration_advance', action: 'revise' },
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
  summary: 'Give the exploration up, with the reason; what there is stays.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ reason: Reason }),
  output: ProjectView,
  mounts: {
    mcp: { tool: 'exploration_advance', action: 'abandon' },
    cli: {
      path: 'agent abandon',
      example: 'furrow agent abandon --reason "The product was cancelled."',
      also: [{ path: 'explore abandon', example: 'furrow explore abandon --reason "The product was cancelled."' }],
    },
    http: { route: 'POST /api/explorations/abandon' },
  },
})

const PlanOptions = {
  as: ProjectName.optional().describe('The published name, in place of <name>-<yyyy-mm>.'),
  include_findings: z.boolean().optional().describe('Publish the findings too, in a folder.'),
}

export const plan = contract({
  name: 'exploration.plan',
  summary: 'What finalizing does: where the documents go, which steps are done, what is in the way.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ project: Project, ...PlanOptions }),
  output: PlanView,
  mounts: {
    mcp: { tool: 'exploration_finalize', action: 'plan' },
    cli: { path: 'explore plan', example: 'furrow explore plan' },
    http: { route: 'GET /api/explorations/plan' },
  },
})

export const finalize = contract({
  name: 'exploration.finalize',
  summary:
    'Carry out the steps that are left: publish, index, commit, push, pull request. Shows the plan without --apply.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    apply: z.boolean().default(false).describe('Do it.'),
    plan: z.boolean().default(false).describe('Only show it.'),
    ...PlanOptions,
  }),
  output: PlanView,
  mounts: {
    mcp: { tool: 'exploration_finalize', action: 'finalize' },
    cli: {
      path: 'agent finalize',
      example: 'furrow agent finalize --apply',
      also: [{ path: 'explore finalize', example: 'furrow explore finalize --plan' }],
    },
    http: { route: 'POST /api/explorations/finalize' },
  },
})

export const cleanup = contract({
  name: 'exploration.cleanup',
  summary: 'Move the working folder of a finished exploration to .sow/archive/.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    name: z.string(),
    archive: z.string(),
    /** Published copies that are as they were published, and those that are not. */
    verified: z.array(z.string()),
    changed: z.array(z.string()),
  }),
  mounts: {
    mcp: { tool: 'exploration_finalize', action: 'cleanup' },
    cli: {
      path: 'agent cleanup',
      example: 'furrow agent cleanup',
      also: [{ path: 'explore cleanup', example: 'furrow explore cleanup' }],
    },
    http: { route: 'POST /api/explorations/cleanup' },
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
