import * as z from 'zod'

export const ActorView = z.object({
  kind: z.enum(['person', 'agent']),
  id: z.string(),
  door: z.enum(['cli', 'mcp', 'http', 'web']),
})
