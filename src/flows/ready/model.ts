import * as z from 'zod'

export const ReadyStep = z.object({
  kind: z.enum(['runtime', 'packages', 'trust', 'secret', 'grant', 'server', 'setup', 'tool']),
  /** What is done or to be done: `Set RENDER_API_KEY`. */
  title: z.string(),
  done: z.boolean(),
  /** The tool runs without it. */
  optional: z.boolean().optional(),
  /** More about it: the program, what the setup does, what is wrong. */
  detail: z.string().optional(),
  /** The operation that does it, once a person agreed. What is secret in its input is typed by the person. */
  operation: z.object({ name: z.string(), input: z.record(z.string(), z.unknown()) }).optional(),
  command: z.string().optional(),
})
export type ReadyStep = z.infer<typeof ReadyStep>

export const Readiness = z.object({
  name: z.string(),
  ready: z.boolean(),
  /** How many steps are still to be taken. */
  open: z.number().int(),
  steps: z.array(ReadyStep),
})
export type Readiness = z.infer<typeof Readiness>
