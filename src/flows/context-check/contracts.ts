import * as z from 'zod'
import { NextStep } from '../../changes/model.ts'
import { contract } from '../../operation/contract.ts'
import { Label } from '../../operation/ids.ts'

export const check = contract({
  name: 'context.check',
  summary: 'Report what exists already about a change: specs, earlier changes, explorations, conventions, shared ids.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    change_description: z
      .string()
      .max(20_000)
      .default('')
      .describe('Needed unless a change is active, whose own description counts.'),
    project_name: Label.optional(),
    detail_level: z.enum(['summary', 'standard', 'full']).default('standard'),
    max_tokens: z.int().min(100).max(100_000).optional(),
  }),
  output: z.object({
    change: z.string().optional(),
    description: z.string(),
    artifacts: z.array(z.object({ path: z.string(), bytes: z.number() })),
    passages: z.array(
      z.object({ path: z.string(), heading: z.string(), from: z.number(), to: z.number(), text: z.string() }),
    ),
    prior: z.array(z.object({ id: z.string(), description: z.string(), status: z.string() })),
    explorations: z.array(z.object({ id: z.number(), title: z.string(), passage: z.string() })),
    memory: z.string(),
    conventions: z.array(z.object({ path: z.string(), text: z.string() })),
    conflicts: z.array(z.object({ shared: z.string(), with: z.array(z.string()) })),
    /** Words of the description that usually hide something: facts for the reader, who judges. */
    smells: z.array(z.object({ kind: z.string(), words: z.array(z.string()), says: z.string() })),
    left_out: z.number(),
    next: NextStep,
  }),
  mounts: {
    mcp: { tool: 'sdd_context_check' },
    cli: {
      path: 'context-check',
      positionals: ['change_description'],
      example: 'furrow context-check "Login redirects to the wrong page"',
    },
    http: { route: 'POST /api/context-check' },
  },
})
