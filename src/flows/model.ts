import * as z from 'zod'
import { NextStep } from '../changes/model.ts'
import { PastedCommand } from '../shared/shell/shell-schema.ts'
import { ActorView } from '../workspace/model.ts'

/** Something that waits for a person, or is wrong, with the command that settles it. */
export const Need = z.object({
  kind: z.string(),
  title: z.string(),
  detail: z.string().optional(),
  fix: PastedCommand.optional(),
  href: z.string().optional(),
  /** The id or path of what it is about. */
  target: z.string().optional(),
  /** Its bytes as they are now, where they are what is decided about. */
  revision: z.string().optional(),
  /** It has to be read on its page before anybody can decide. */
  review: z.boolean().optional(),
})
export type Need = z.infer<typeof Need>

export const WorkspaceStatus = z.object({
  version: z.string(),
  workspace: z.object({
    root: z.string(),
    name: z.string(),
    resolved_by: z.string(),
    branch: z.string().optional(),
  }),
  /** The active change and its next step. */
  work: z
    .object({
      id: z.string(),
      type: z.string(),
      size: z.string(),
      description: z.string(),
      stage: z.string(),
      next: NextStep,
    })
    .optional(),
  /** Changes that are over and not archived yet. */
  finished: z
    .array(z.object({ id: z.string(), status: z.string(), proof: z.string().optional(), archive: PastedCommand }))
    .optional(),
  /** The exploration of this worktree, unless it is over. */
  exploration: z
    .object({ name: z.string(), type: z.string(), description: z.string(), state: z.string(), next: NextStep })
    .optional(),
  /** The current feature of the board, unless it is released. */
  feature: z.object({ id: z.string(), title: z.string(), phase: z.string(), next: NextStep }).optional(),
  /** The specification, while a stage of it is open or stale. */
  specification: z
    .object({ name: z.string(), mode: z.string(), stage: z.string(), stale: z.array(z.string()), next: NextStep })
    .optional(),
  finished_specification: z.object({ name: z.string(), mode: z.string() }).optional(),
  server: z.string().optional(),
  connected: z.array(z.object({ client: z.string(), since: z.string() })),
  needs: z.array(Need),
  running: z.array(z.object({ id: z.string(), label: z.string(), status: z.string(), started_at: z.string() })),
  recent: z.array(
    z.object({
      id: z.string(),
      operation: z.string(),
      summary: z.string().optional(),
      actor: ActorView,
      at: z.string(),
    }),
  ),
})
export type WorkspaceStatus = z.infer<typeof WorkspaceStatus>

/** How to begin with something, and why so. */
export const StartProposal = z.object({
  kind: z.enum(['explore', 'specify', 'change']),
  type: z.string(),
  size: z.string(),
  stages: z.array(z.string()),
  because: z.array(z.string()),
})
export type StartProposal = z.infer<typeof StartProposal>

export const FolderView = z.object({
  path: z.string(),
  owner: z.string(),
  in_git: z.string(),
  holds: z.string(),
  exists: z.boolean(),
})

export const Finding = z.object({
  check: z.string(),
  level: z.enum(['ok', 'warning', 'problem']),
  message: z.string(),
  target: z.string().optional(),
  fix: PastedCommand.optional(),
  repairable: z.boolean(),
})
export type Finding = z.infer<typeof Finding>
