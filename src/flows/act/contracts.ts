import * as z from 'zod'
import { AgentName } from '../../agents/model.ts'
import { contract } from '../../operation/contract.ts'
import { Id, Label } from '../../operation/ids.ts'
import { Acted, ActPreview } from './model.ts'

const FollowUp = z.strictObject({
  name: Id.describe('The tool.'),
  interaction_id: Id.describe('The run of the tool whose result it is about.'),
  action_id: Label.optional().describe(
    'The follow-up by its id, its label or its number from 0; needed where there are several.',
  ),
  action_index: z.number().int().min(0).max(999).optional().describe('The same by its number; this or action_id.'),
  agent: AgentName.optional().describe('By its name; the default agent when left out.'),
})

export const preview = contract({
  name: 'tool.act_preview',
  summary: 'What a follow-up on a result would do: its question, the operation, and the prompt word for word.',
  effect: 'read',
  authority: 'anyone',
  input: FollowUp,
  output: ActPreview,
  mounts: {
    cli: {
      path: 'tool act-preview',
      positionals: ['name', 'interaction_id', 'action_id'],
      example: 'furrow tool act-preview quality-check 20260102-101500-a1b fix',
    },
    http: { route: 'GET /api/tools/:name/act' },
    mcp: { tool: 'agent_runs', action: 'act_preview' },
  },
})

export const act = contract({
  name: 'tool.act',
  summary: 'Carry out a follow-up on a result: an operation at once, a coding agent for the rest.',
  effect: 'write',
  authority: 'anyone',
  preview: 'tool.act_preview',
  input: FollowUp.extend({
    confirm_token: z
      .string()
      .max(500)
      .optional()
      .describe('From the preview, where the follow-up asks a person first; works once.'),
  }),
  output: Acted,
  mounts: {
    cli: {
      path: 'tool act',
      positionals: ['name', 'interaction_id', 'action_id'],
      example: 'furrow tool act quality-check 20260102-101500-a1b fix',
    },
    http: {
      route: 'POST /api/tools/:name/act',
      statuses: [200, 202],
      present: ({ run_id }) => ({ status: run_id === undefined ? 200 : 202 }),
    },
    mcp: { tool: 'agent_runs', action: 'act' },
  },
})
