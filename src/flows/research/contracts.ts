import * as z from 'zod'
import { AgentName } from '../../agents/model.ts'
import { ProjectView, TaskId } from '../../explorations/model.ts'
import { contract } from '../../operation/contract.ts'
import { Id } from '../../operation/ids.ts'
import { ProposalView } from './model.ts'

export const research = contract({
  name: 'exploration.research',
  summary: 'Start one coding agent for each open topic, side by side; what they find comes back as proposals.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({
    topics: z.array(TaskId).max(20).optional().describe('Only these; all that are open without it.'),
    agent: AgentName.optional().describe('By its name; the default agent when left out.'),
    minutes: z.number().min(0.01).max(1440).optional().describe('Pause each after so many minutes of work.'),
    unattended: z.boolean().optional().describe('Ask nobody: what no rule allows is denied.'),
  }),
  output: z.object({
    name: z.string(),
    started: z.array(z.object({ task: z.string(), name: z.string(), run: z.string(), status: z.string() })),
    /** Topics that an agent works on already. */
    running: z.array(z.object({ task: z.string(), name: z.string(), run: z.string() })),
    project: ProjectView,
  }),
  mounts: {
    mcp: { tool: 'exploration_evidence', action: 'research' },
    cli: { path: 'explore research', example: 'furrow explore research --topics 001 --topics 002' },
    http: { route: 'POST /api/explorations/research' },
  },
})

export const proposals = contract({
  name: 'exploration.proposals',
  summary: 'What agents propose for the topics that they were started on: outcome, sources, findings.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ task: TaskId.optional() }),
  output: z.object({ name: z.string(), proposals: z.array(ProposalView) }),
  mounts: {
    mcp: { tool: 'exploration_evidence', action: 'proposals' },
    cli: { path: 'explore proposals', positionals: ['task'], example: 'furrow explore proposals' },
    http: { route: 'GET /api/explorations/proposals' },
  },
})

export const accept = contract({
  name: 'exploration.accept',
  summary: 'Take over what an agent proposes for a topic: its findings, sources and conclusion.',
  effect: 'write',
  authority: 'person',
  preview: 'exploration.proposals',
  input: z.strictObject({ task: TaskId, run: Id.optional().describe('Only if it is this run.') }),
  output: z.object({ accepted: ProposalView, project: ProjectView }),
  mounts: {
    mcp: { tool: 'exploration_evidence', action: 'accept' },
    cli: { path: 'explore accept', positionals: ['task'], example: 'furrow explore accept 001' },
    http: { route: 'POST /api/explorations/proposals/:task/accept' },
  },
})
