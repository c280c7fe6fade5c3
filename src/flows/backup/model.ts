import * as z from 'zod'
import { RepoPath } from '../../operation/ids.ts'

/** In the order in which they are taken and brought back. */
export const PARTS = ['memory', 'settings', 'secrets', 'documents', 'records'] as const
export const Part = z.enum(PARTS)
export type Part = z.infer<typeof Part>

export const Manifest = z.object({
  schema_version: z.literal(1),
  id: z.string(),
  made_at: z.string(),
  repository: z.string(),
  worktree: z.string(),
  with_key: z.boolean(),
  files: z.array(
    z.object({
      part: Part,
      /** Below the folder of its part, and never outside it. */
      path: RepoPath,
      bytes: z.number(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
})
export type Manifest = z.infer<typeof Manifest>

export const BackupView = z.object({
  id: z.string(),
  folder: z.string(),
  made_at: z.string(),
  files: z.number(),
  bytes: z.number(),
  with_key: z.boolean(),
  /** Set when it cannot be read. */
  problem: z.string().optional(),
})
export type BackupView = z.infer<typeof BackupView>
