import * as z from 'zod'

export const ActorView = z.object({
  kind: z.enum(['person', 'agent']),
  id: z.string(),
  door: z.enum(['cli', 'mcp', 'http', 'web']),
})

/** Something that waits for a person, or is wrong, with the command that settles it. */
export const Need = z.object({
  kind: z.string(),
  title: z.string(),
  detail: z.string().optional(),
  fix: z.string().optional(),
  href: z.string().optional(),
})

export const RecentOperation = z.object({
  id: z.string(),
  operation: z.string(),
  summary: z.string().optional(),
  actor: ActorView,
  at: z.string(),
})

export const Status = z.object({
  version: z.string(),
  workspace: z.object({
    root: z.string(),
    name: z.string(),
    resolved_by: z.string(),
    branch: z.string().optional(),
    trusted: z.boolean(),
  }),
  server: z.string().optional(),
  connected: z.array(z.object({ client: z.string(), since: z.string() })),
  needs: z.array(Need),
  running: z.array(z.object({ id: z.string(), label: z.string(), status: z.string(), started_at: z.string() })),
  recent: z.array(RecentOperation),
})
export type Status = z.infer<typeof Status>
export type Need = z.infer<typeof Need>
