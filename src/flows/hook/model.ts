import * as z from 'zod'

export const HOOK_EVENTS = ['session-start', 'before-edit', 'before-compact', 'stop'] as const

export const HookEventName = z.enum(HOOK_EVENTS)

/** `inform` goes into the agent's context, `warn` is said, `block` keeps the agent from going on. */
export const HookAnswer = z.object({
  action: z.enum(['none', 'inform', 'warn', 'block']),
  text: z.string().optional(),
  /** How many records went to memory. */
  saved: z.number().optional(),
})
export type HookAnswer = z.infer<typeof HookAnswer>
