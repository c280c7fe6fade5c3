import * as z from 'zod'
import { NextStep } from '../../lifecycle/next-step.ts'
import { ReasonView } from '../../lifecycle/reason.ts'
import { contract } from '../../operation/contract.ts'
import { PastedCommand } from '../../shared/shell/shell-schema.ts'
import { OtherProject, PlanView, ProjectName } from '../model.ts'

const PlanOptions = {
  as: ProjectName.optional().describe('The published name, in place of <name>-<yyyy-mm>.'),
  include_findings: z.boolean().optional().describe('Publish the findings too, in a folder.'),
}

export const plan = contract({
  name: 'exploration.plan',
  summary: 'What finalizing does: where the documents go, which steps are done, what is in the way.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ project: OtherProject, ...PlanOptions }),
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
    mcp: {
      tool: 'exploration',
      action: 'finalize',
      brief: 'publish, with apply',
      also: { tool: 'exploration_finalize', action: 'finalize' },
    },
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
    mcp: {
      tool: 'exploration',
      action: 'cleanup',
      brief: '',
      also: { tool: 'exploration_finalize', action: 'cleanup' },
    },
    cli: {
      path: 'agent cleanup',
      example: 'furrow agent cleanup',
      also: [{ path: 'explore cleanup', example: 'furrow explore cleanup' }],
    },
    http: { route: 'POST /api/explorations/cleanup' },
  },
})

export const finish = contract({
  name: 'exploration.finish',
  summary: 'Take every step that is left (advance, complete, publish, archive) and stop where a person is needed.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    name: z.string(),
    state: z.string(),
    /** What was done, in order. */
    done: z.array(z.string()),
    /** Whether it stopped before the end, and why. */
    blocked: z.boolean(),
    reasons: z.array(ReasonView),
    /** What a person does before the next call goes on. */
    person: z
      .object({
        says: z.string(),
        command: PastedCommand,
        request: z.string().optional(),
        address: z.string().optional(),
      })
      .optional(),
    archive: z.string().optional(),
    /** What the person who approves is better told first. */
    warnings: z.array(z.string()).optional(),
    pull_request: z.string().optional(),
    next: NextStep,
  }),
  mounts: {
    mcp: {
      tool: 'exploration',
      action: 'finish',
      brief: 'all that is left',
      also: { tool: 'exploration_finalize', action: 'finish' },
    },
    cli: { path: 'explore finish', example: 'furrow explore finish', blocks: 'blocked' },
    http: { route: 'POST /api/explorations/finish' },
  },
})
