import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { CardProblem } from '../entities.ts'
import { FeatureId } from '../features/model.ts'
import { MilestoneId, MilestoneView, UAT_VERDICTS } from './model.ts'

const Text = z.string().trim().min(1).max(200_000)

export const create = contract({
  name: 'milestone.create',
  summary: 'Name what a group of features is for; their order is their priority.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    title: z.string().trim().min(1).max(200),
    vision: z.string().max(20_000).optional(),
    features: z.array(FeatureId).max(200).optional(),
  }),
  output: MilestoneView,
  mounts: {
    mcp: { tool: 'board_milestone', action: 'create' },
    cli: {
      path: 'milestone create',
      positionals: ['title'],
      text: 'vision',
      example: 'furrow milestone create "One login" --features single-sign-on',
    },
    http: { route: 'POST /api/milestones' },
  },
})

export const list = contract({
  name: 'milestone.list',
  summary: 'The milestones, with how far their features are.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: z.object({ milestones: z.array(MilestoneView), problems: z.array(CardProblem) }),
  mounts: {
    mcp: { tool: 'board_milestone', action: 'list' },
    cli: { path: 'milestone list', example: 'furrow milestone list' },
    http: { route: 'GET /api/milestones' },
  },
})

export const show = contract({
  name: 'milestone.show',
  summary: 'A milestone with its features, its acceptance test and its UAT runs.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ id: MilestoneId }),
  output: MilestoneView,
  mounts: {
    mcp: { tool: 'board_milestone', action: 'show' },
    cli: { path: 'milestone show', positionals: ['id'], example: 'furrow milestone show one-login' },
    http: { route: 'GET /api/milestones/:id' },
  },
})

export const order = contract({
  name: 'milestone.order',
  summary: 'Say which features a milestone has, the most important first.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: MilestoneId, features: z.array(FeatureId).min(1).max(200) }),
  output: MilestoneView,
  mounts: {
    mcp: { tool: 'board_milestone', action: 'order' },
    cli: {
      path: 'milestone order',
      positionals: ['id'],
      rest: 'features',
      example: 'furrow milestone order one-login -- single-sign-on sign-out',
    },
    http: { route: 'PUT /api/milestones/:id/features' },
  },
})

export const acceptance = contract({
  name: 'milestone.acceptance',
  summary: 'Write the acceptance test of a milestone.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: MilestoneId, content: Text }),
  output: MilestoneView,
  mounts: {
    mcp: { tool: 'board_milestone', action: 'acceptance' },
    cli: {
      path: 'milestone acceptance',
      positionals: ['id'],
      text: 'content',
      example: 'furrow milestone acceptance one-login --content @acceptance.md',
    },
    http: { route: 'PUT /api/milestones/:id/acceptance-test' },
  },
})

export const uat = contract({
  name: 'milestone.uat',
  summary: 'Begin a run of the acceptance test; it may name the deploy that it tests.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    id: MilestoneId,
    deploy: z
      .string()
      .regex(
        /^(?:[A-Za-z0-9][\w.:@-]*\/)?[A-Za-z0-9][\w-]*$/,
        'is not an interaction such as deploy/20260102-101500-a1b',
      )
      .max(300)
      .optional()
      .describe('The interaction of the deploy that is tested: deploy/20260102-101500-a1b'),
  }),
  output: MilestoneView,
  mounts: {
    mcp: { tool: 'board_milestone', action: 'uat' },
    cli: { path: 'milestone uat', positionals: ['id'], example: 'furrow milestone uat one-login' },
    http: { route: 'POST /api/milestone/:id/uat' },
  },
})

export const verdict = contract({
  name: 'milestone.verdict',
  summary: 'Say how the acceptance test went.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({ id: MilestoneId, verdict: z.enum(UAT_VERDICTS), notes: z.string().max(20_000).optional() }),
  output: MilestoneView,
  mounts: {
    cli: {
      path: 'milestone verdict',
      positionals: ['id', 'verdict'],
      text: 'notes',
      example: 'furrow milestone verdict one-login pass --notes "Tried on two phones"',
    },
    http: { route: 'POST /api/milestone/:id/uat/verdict' },
  },
})

export const release = contract({
  name: 'milestone.release',
  summary: 'Release a milestone, after an acceptance test that passed.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({ id: MilestoneId }),
  output: MilestoneView,
  mounts: {
    cli: { path: 'milestone release', positionals: ['id'], example: 'furrow milestone release one-login' },
    http: { route: 'POST /api/milestones/:id/release' },
  },
})

export const skip = contract({
  name: 'milestone.skip',
  summary: 'Give a milestone up, with a reason.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: MilestoneId, reason: z.string().trim().min(1).max(2000) }),
  output: MilestoneView,
  mounts: {
    mcp: { tool: 'board_milestone', action: 'skip' },
    cli: {
      path: 'milestone skip',
      positionals: ['id'],
      example: 'furrow milestone skip one-login --reason "Bought instead"',
    },
    http: { route: 'POST /api/milestones/:id/skip' },
  },
})
