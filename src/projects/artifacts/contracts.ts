import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Id } from '../../operation/ids.ts'
import { ArtifactPath, ArtifactView, OtherProject, ProjectView, TaskId } from '../model.ts'

const Kind = Id.optional().describe('finding or summary; without it, what the present state adds.')

const More = z.array(ArtifactPath).max(50).optional().describe('More documents.')
const ShownArtifact = z.object({ artifact: ArtifactView, content: z.string(), revision: z.string() })

export const add = contract({
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
    mcp: {
      tool: 'exploration',
      action: 'artifact_add',
      brief: 'register a file',
      also: { tool: 'exploration_artifact', action: 'add' },
    },
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

export const begin = contract({
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
    mcp: {
      tool: 'exploration',
      action: 'artifact_new',
      brief: 'write and register a draft',
      also: { tool: 'exploration_artifact', action: 'new' },
    },
    cli: { path: 'agent artifact new', positionals: ['kind', 'path'], example: 'furrow agent artifact new summary' },
    http: { route: 'POST /api/explorations/artifacts/new' },
  },
})

export const approve = contract({
  name: 'artifact.approve',
  summary: 'Approve summaries as they are now; an edit makes the approval void.',
  effect: 'write',
  authority: 'person',
  preview: 'artifact.show',
  input: z.strictObject({
    path: ArtifactPath,
    also: More,
    note: z.string().max(2000).optional(),
    revision: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'is no revision (64 hexadecimal digits)')
      .optional()
      .describe('Refuse when the text of path is another than this.'),
  }),
  output: z.object({ artifact: ArtifactView, project: ProjectView }),
  mounts: {
    mcp: {
      tool: 'exploration',
      action: 'artifact_approve',
      brief: 'a person decides',
      also: { tool: 'exploration_artifact', action: 'approve' },
    },
    cli: {
      path: 'agent artifact approve',
      positionals: ['path'],
      rest: 'also',
      example: 'furrow agent artifact approve summary.md costs.md',
    },
    http: { route: 'POST /api/explorations/artifacts/approve' },
  },
})

export const reject = contract({
  name: 'artifact.reject',
  summary: 'Send a summary back with what is missing; an approval becomes void.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ path: ArtifactPath, note: z.string().min(1).max(2000).describe('What is missing.') }),
  output: z.object({ artifact: ArtifactView, project: ProjectView }),
  mounts: {
    mcp: {
      tool: 'exploration',
      action: 'artifact_reject',
      brief: 'send it back',
      also: { tool: 'exploration_artifact', action: 'reject' },
    },
    cli: {
      path: 'agent artifact reject',
      positionals: ['path'],
      example: 'furrow agent artifact reject summary.md --note "The costs are missing."',
    },
    http: { route: 'POST /api/explorations/artifacts/reject' },
  },
})

export const list = contract({
  name: 'artifact.list',
  summary: 'The findings and summaries, and which of them are approved.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ project: OtherProject, kind: Id.optional() }),
  output: z.object({ artifacts: z.array(ArtifactView) }),
  mounts: {
    mcp: {
      tool: 'exploration',
      action: 'artifact_list',
      brief: '',
      also: { tool: 'exploration_artifact', action: 'list' },
    },
    cli: { path: 'agent artifact list', example: 'furrow agent artifact list --kind summary' },
    http: { route: 'GET /api/explorations/artifacts' },
  },
})

export const show = contract({
  name: 'artifact.show',
  summary: 'The text of findings or summaries.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ project: OtherProject, path: ArtifactPath, also: More }),
  output: ShownArtifact.extend({ others: z.array(ShownArtifact).optional() }),
  mounts: {
    mcp: {
      tool: 'exploration',
      action: 'artifact_show',
      brief: '',
      also: { tool: 'exploration_artifact', action: 'show' },
    },
    cli: {
      path: 'agent artifact show',
      positionals: ['path'],
      rest: 'also',
      example: 'furrow agent artifact show summary.md',
    },
    http: { route: 'GET /api/explorations/artifacts/text' },
  },
})

export const remove = contract({
  name: 'artifact.remove',
  summary: 'Register a file no longer; the file stays.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ path: ArtifactPath }),
  output: ProjectView,
  mounts: {
    mcp: {
      tool: 'exploration',
      action: 'artifact_remove',
      brief: 'the file stays',
      also: { tool: 'exploration_artifact', action: 'remove' },
    },
    cli: { path: 'agent artifact remove', positionals: ['path'], example: 'furrow agent artifact remove notes.md' },
    http: { route: 'POST /api/explorations/artifacts/remove' },
  },
})
