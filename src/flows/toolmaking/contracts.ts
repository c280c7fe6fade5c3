import * as z from 'zod'
import { AgentName } from '../../agents/model.ts'
import { contract } from '../../operation/contract.ts'
import { Id } from '../../operation/ids.ts'
import { FollowedRun } from '../../runs/model.ts'

const Text = z.string().trim().min(1).max(100_000)
const Name = Id.describe('The folder of the tool: lower case letters, digits and hyphens.')
const Agent = AgentName.optional().describe('By its name; the default agent when left out.')

/** The run of the agent, and by which id and key it is found again. */
const Started = FollowedRun.extend({ run_id: z.string(), run_key: z.string() })

const accepted = { statuses: [202] as const, present: () => ({ status: 202 as const }) }

export const plan = contract({
  name: 'tool.plan',
  summary: 'Let a coding agent design a tool: schemas, form, secrets, steps. It writes nothing.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    name: Name,
    description: Text.describe('What the tool is for, in your words.'),
    requirements: Text.optional().describe('What it has to do or not to do.'),
    agent: Agent,
  }),
  output: Started,
  mounts: {
    cli: {
      path: 'tool plan',
      positionals: ['name'],
      text: 'description',
      follow: 'leave',
      example: 'furrow tool plan check-links --description "Finds dead links in our docs"',
    },
    http: { route: 'POST /api/tools/plan', ...accepted },
  },
})

export const build = contract({
  name: 'tool.build',
  summary: 'Let a coding agent write a tool by a plan, in a worktree of its own; you merge and trust it.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    name: Name,
    plan: Text.describe('What to build; the answer of `tool plan`, or yours.'),
    agent: Agent,
  }),
  output: Started,
  mounts: {
    cli: {
      path: 'tool build',
      positionals: ['name'],
      text: 'plan',
      follow: 'leave',
      example: 'furrow tool build check-links --plan @plan.md',
    },
    http: { route: 'POST /api/tools/build', ...accepted },
  },
})

export const evolve = contract({
  name: 'tool.evolve',
  summary: 'Let a coding agent change one of your tools, in a worktree of its own; you merge and trust it.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ name: Name, change_request: Text.describe('What is to be different.'), agent: Agent }),
  output: Started,
  mounts: {
    cli: {
      path: 'tool evolve',
      positionals: ['name'],
      text: 'change_request',
      follow: 'leave',
      example: 'furrow tool evolve check-links --change-request "Add a field for the folder"',
    },
    http: { route: 'POST /api/tools/:name/evolve', ...accepted },
  },
})
