import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Id } from '../../operation/ids.ts'
import { BudgetAccount } from '../../runs/budget/model.ts'
import { CardProblem } from '../entities.ts'
import { ArtifactName, FeatureArtifactView, FeatureId, FeatureRow, FeatureView } from './model.ts'
import { PHASES } from './phases.ts'

const Reason = z.string().trim().min(1).max(2000)

export const create = contract({
  name: 'feature.create',
  summary: 'Put a feature on the board, in draft; with a text, that is the draft of its spec.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    title: z.string().trim().min(1).max(200),
    description: z.string().max(20_000).optional(),
    spec: z.string().max(200_000).optional().describe('A first draft of its spec, in markdown.'),
    depends_on: z.array(FeatureId).max(50).optional().describe('Features that have to be released first.'),
    origin: z.string().trim().min(1).max(300).optional().describe('Where it came from: interaction:build/2026…'),
  }),
  output: FeatureView,
  mounts: {
    mcp: { tool: 'board_feature', action: 'create' },
    cli: {
      path: 'feature create',
      positionals: ['title'],
      text: 'spec',
      example: 'furrow feature create "Single sign-on"',
    },
    http: { route: 'POST /api/features', statuses: [201], present: () => ({ status: 201 }) },
  },
})

export const list = contract({
  name: 'feature.list',
  summary: 'The features by phase, each with its next action; what cannot be read is a row of its own.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ phase: z.enum(PHASES).optional() }),
  output: z.object({ features: z.array(FeatureRow), problems: z.array(CardProblem) }),
  mounts: {
    mcp: { tool: 'board_feature', action: 'list' },
    cli: { path: 'feature list', example: 'furrow feature list --phase draft' },
    http: { route: 'GET /api/features' },
  },
})

export const show = contract({
  name: 'feature.show',
  summary: 'A feature with its artifacts, tasks, what holds it up and its next action.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ id: FeatureId }),
  output: FeatureView,
  mounts: {
    mcp: { tool: 'board_feature', action: 'show' },
    cli: { path: 'feature show', positionals: ['id'], example: 'furrow feature show single-sign-on' },
    http: { route: 'GET /api/features/:id' },
  },
})

export const artifact = contract({
  name: 'feature.artifact',
  summary: 'The text of one artifact of a feature, wherever it is written.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ id: FeatureId, artifact: ArtifactName }),
  output: FeatureArtifactView.extend({ id: z.string(), content: z.string(), revision: z.string() }),
  mounts: {
    mcp: { tool: 'board_feature', action: 'artifact' },
    cli: {
      path: 'feature artifact',
      positionals: ['id', 'artifact'],
      example: 'furrow feature artifact single-sign-on spec',
    },
    http: { route: 'GET /api/features/:id/artifacts/:artifact' },
  },
})

export const use = contract({
  name: 'feature.use',
  summary: 'Make a feature the current one of this worktree: what needs one and names none means it.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: FeatureId }),
  output: FeatureView,
  mounts: {
    mcp: { tool: 'board_feature', action: 'use' },
    cli: { path: 'feature use', positionals: ['id'], example: 'furrow feature use single-sign-on' },
    http: { route: 'POST /api/features/:id/use' },
  },
})

export const budget = contract({
  name: 'feature.budget',
  summary: 'Set what agents may use for a feature, in all its runs together.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({
    id: FeatureId,
    turns: z.number().int().min(1).optional().describe('Answers of models.'),
    minutes: z.number().positive().optional().describe('Minutes of work.'),
    tokens: z.number().int().min(1).optional().describe('Tokens, as agents report them.'),
    cost: z.number().positive().optional().describe('Money, in the currency of budget.currency.'),
    clear: z.boolean().optional().describe('Forget what was set before; what the config says counts again.'),
  }),
  output: BudgetAccount,
  mounts: {
    cli: { path: 'feature budget', positionals: ['id'], example: 'furrow feature budget single-sign-on --cost 20' },
    http: { route: 'POST /api/features/:id/budget' },
  },
})

export const write = contract({
  name: 'feature.write',
  summary: 'Write an artifact of a feature; an approval of an earlier text says nothing about the new one.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    id: FeatureId,
    artifact: ArtifactName,
    content: z.string().trim().min(1).max(200_000).describe('The text, in markdown.'),
    expected_revision: z.string().max(64).optional().describe('Refuse when the text is another one by now.'),
  }),
  output: FeatureView,
  mounts: {
    mcp: { tool: 'board_feature', action: 'write' },
    cli: {
      path: 'feature write',
      positionals: ['id', 'artifact'],
      text: 'content',
      example: 'furrow feature write single-sign-on spec --content @spec.md',
    },
    http: { route: 'PUT /api/features/:id/artifacts/:artifact' },
  },
})

export const approve = contract({
  name: 'feature.approve',
  summary: 'Approve an artifact as it is now; an edit voids it.',
  effect: 'write',
  authority: 'person',
  preview: 'feature.artifact',
  pins: { revision: 'revision' },
  input: z.strictObject({
    id: FeatureId,
    artifact: ArtifactName,
    note: z.string().max(2000).optional(),
    revision: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'is not a revision (64 hexadecimal digits)')
      .optional()
      .describe('Refuse when the text is another than this.'),
  }),
  output: FeatureView,
  mounts: {
    cli: {
      path: 'feature approve',
      positionals: ['id', 'artifact'],
      example: 'furrow feature approve single-sign-on spec',
    },
    http: { route: 'POST /api/features/:id/artifacts/:artifact/approve' },
  },
})

export const reject = contract({
  name: 'feature.reject',
  summary: 'Send an artifact back, with what is wrong with it.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: FeatureId, artifact: ArtifactName, reason: Reason }),
  output: FeatureView,
  mounts: {
    mcp: { tool: 'board_feature', action: 'reject' },
    cli: {
      path: 'feature reject',
      positionals: ['id', 'artifact'],
      example: 'furrow feature reject single-sign-on spec --reason "No word about signing out"',
    },
    http: { route: 'POST /api/features/:id/artifacts/:artifact/reject' },
  },
})

export const waive = contract({
  name: 'feature.waive',
  summary: 'Go without an artifact, for a reason that stays on the card.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({ id: FeatureId, artifact: ArtifactName, reason: Reason }),
  output: FeatureView,
  mounts: {
    cli: {
      path: 'feature waive',
      positionals: ['id', 'artifact'],
      example: 'furrow feature waive single-sign-on audit --reason "No new data is kept"',
    },
    http: { route: 'POST /api/features/:id/artifacts/:artifact/waive' },
  },
})

export const advance = contract({
  name: 'feature.advance',
  summary: 'Move a feature to its next phase, when it has all that the phase needs.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: FeatureId }),
  output: FeatureView,
  mounts: {
    mcp: { tool: 'board_feature', action: 'advance' },
    cli: { path: 'feature advance', positionals: ['id'], example: 'furrow feature advance single-sign-on' },
    http: { route: 'POST /api/features/:id/advance' },
  },
})

export const rework = contract({
  name: 'feature.rework',
  summary: 'Move a feature back to an earlier phase; judgements of the finished work are to be made again.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: FeatureId, phase: z.enum(PHASES), reason: Reason }),
  output: FeatureView,
  mounts: {
    mcp: { tool: 'board_feature', action: 'rework' },
    cli: {
      path: 'feature rework',
      positionals: ['id', 'phase'],
      example: 'furrow feature rework single-sign-on implementation --reason "Signing out leaves the session"',
    },
    http: { route: 'POST /api/features/:id/rework' },
  },
})

export const link = contract({
  name: 'feature.link',
  summary: 'Link a feature with the change that does its work; stages of the change count as its artifacts.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: FeatureId, change: Id }),
  output: FeatureView,
  mounts: {
    mcp: { tool: 'board_feature', action: 'link' },
    cli: { path: 'feature link', positionals: ['id', 'change'], example: 'furrow feature link single-sign-on add-sso' },
    http: { route: 'POST /api/features/:id/link' },
  },
})
