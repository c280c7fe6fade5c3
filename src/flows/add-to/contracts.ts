import * as z from 'zod'
import { TARGETS } from '../../board/board-targets.ts'
import { contract } from '../../operation/contract.ts'
import { Id } from '../../operation/ids.ts'

export const add = contract({
  name: 'tool.add_to',
  summary: 'Make a result into work: a feature, a task, a ponder, an investigation or feedback, each naming the other.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    name: Id.describe('The tool.'),
    interaction_id: Id.describe('Its run, as the history names it.'),
    target: z
      .enum([...TARGETS, 'bug'])
      .describe('bug: a task labelled so on the current feature, and feedback where there is none.'),
    title: z.string().trim().min(1).max(200).optional().describe('Else made from the result.'),
    feature: Id.optional().describe('Of a task: its feature, else the current one.'),
    kind: z.enum(['root_cause', 'evolve', 'guideline']).optional().describe('Of an investigation.'),
    selection: z
      .string()
      .trim()
      .min(1)
      .max(100_000)
      .optional()
      .describe('What is carried over, where it is not the whole result.'),
    enrich: z.boolean().default(false).describe('Let the configured agent work on the draft afterwards.'),
  }),
  output: z.object({
    target: z.enum(TARGETS),
    id: z.string(),
    /** How everything refers to it: `task:sign-on/T1`. */
    ref: z.string(),
    title: z.string(),
    /** Where the interaction went so far. */
    links: z.array(z.string()),
    /** The agent that works on the draft. */
    run_id: z.string().optional(),
    /** Why no agent does. */
    problem: z.string().optional(),
  }),
  mounts: {
    mcp: { tool: 'tool_add_to' },
    cli: {
      path: 'tool add-to',
      positionals: ['name', 'interaction_id', 'target'],
      text: 'selection',
      example: 'furrow tool add-to build 20260102-101500-a1b task',
    },
    http: { route: 'POST /api/tools/:name/add-to', statuses: [201], present: () => ({ status: 201 }) },
  },
})
