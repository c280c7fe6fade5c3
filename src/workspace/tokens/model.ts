import * as z from 'zod'

/** A token as it is shown: never itself, never its hash. */
export const TokenView = z.object({
  name: z.string(),
  allow: z.array(z.string()),
  created_at: z.string(),
  expires_at: z.string().optional(),
  expired: z.boolean(),
  /** Why the record cannot be used; such a token opens nothing. */
  problem: z.string().optional(),
})
export type TokenView = z.infer<typeof TokenView>
