import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { ArtifactKind, ArtifactPath, ArtifactView, OtherProject, ProjectView, SinceApproval, TaskId } from '../model.ts'
import { REVIEW_VERDICTS } from '../types/model.ts'

const Kind = ArtifactKind.optional().describe('Without it, what the present state adds.')

const More = z.array(ArtifactPath).max(50).optional().describe('More documents.')
const ShownArtifact = z.object({
  artifact: ArtifactView,
  content: z.string(),
  revision: z.string(),
  since_approval: SinceApproval.optional(),
})

export const add = contract({
  name: 'artifact.add',
  summary: 'Register a file of .sow/project/ as a document of the project.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    path: ArtifactPath,
    kind: Kind,
    task: TaskId.optional().describe('The task that it belongs to.'),
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
  summary: 'Write a document to begin with, as its kind is outlined, and register it.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    kind: ArtifactKind,
    path: ArtifactPath.optional().describe('Where; its own place without it.'),
    task: TaskId.optional().describe('The task that it belongs to.'),
  }),
  output: z.object({ artifact: ArtifactView, project: ProjectView }),
  mounts: {
    mcp: {
      tool: 'exploration',
      action: 'artifact_new',
      brief: 'a draft',
      also: { tool: 'exploration_artifact', action: 'new' },
    },
    cli: { path: 'agent artifact new', positionals: ['kind', 'path'], example: 'furrow agent artifact new summary' },
    http: { route: 'POST /api/explorations/artifacts/new' },
  },
})

export const write = contract({
  name: 'artifact.write',
  summary: 'Write the whole text of a finding or a summary; a new one is registered too.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    path: ArtifactPath,
    content: z.string().trim().min(1).max(200_000).describe('The text, in markdown.'),
    kind: Kind,
    task: TaskId.optional().describe('The topic that it belongs to.'),
    expected_revision: z.string().max(64).optional().describe('Refuse when the text is another one by now.'),
  }),
  output: z.object({ artifact: ArtifactView, project: ProjectView, revision: z.string() }),
  mounts: {
    mcp: { tool: 'exploration_artifact', action: 'write' },
    cli: {
      path: 'agent artifact write',
      positionals: ['path'],
      text: 'content',
      example: 'furrow agent artifact write summary.md --content @summary.md',
    },
    http: { route: 'PUT /api/explorations/artifacts/text' },
  },
})

export const approve = contract({
  name: 'artifact.approve',
  summary: 'Approve documents as they are now, or give a review its verdict; an edit makes the approval void.',
  effect: 'write',
  authority: 'person',
  preview: 'artifact.show',
  pins: { revision: 'shown' },
  input: z.strictObject({
    path: ArtifactPath,
    also: More,
    verdict: z.enum(REVIEW_VERDICTS).optional().describe('Of a review.'),
    note: z.string().max(2000).optional(),
    revision: z
      .string()
      .regex(
        /^[0-9a-f]{64}(,[0-9a-f]{64}){0,50}$/,
        'is not a revision (64 hexadecimal digits; of more documents, by commas)',
      )
      .optional()
      .describe('Refuse when the text of path is another than this.'),
  }),
  output: z.object({ artifact: ArtifactView, others: z.array(ArtifactView).optional(), project: ProjectView }),
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
  input: z.strictObject({ project: OtherProject, kind: ArtifactKind.optional() }),
  output: z.object({ artifacts: z.array(ArtifactView) }),
  mounts: {
    mcp: { tool: 'exploration_artifact', action: 'list' },
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
  output: ShownArtifact.extend({
    others: z.array(ShownArtifact).optional(),
    /** The revision of each, by commas: given to `artifact.approve`, no other text is approved. */
    shown: z.string(),
  }),
  mounts: {
    mcp: { tool: 'exploration_artifact', action: 'show' },
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
    mcp: { tool: 'exploration_artifact', action: 'remove' },
    cli: { path: 'agent artifact remove', positionals: ['path'], example: 'furrow agent artifact remove notes.md' },
    http: { route: 'POST /api/explorations/artifacts/remove' },
  },
})
