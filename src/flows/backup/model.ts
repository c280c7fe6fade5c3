import * as z from 'zod'

/** In the order in which they are taken and brought back. */
export const BACKUP_PARTS = ['memory', 'settings', 'secrets', 'documents', 'records'] as const
export const BackupPart = z.enum(BACKUP_PARTS)
export type BackupPart = z.infer<typeof BackupPart>

export const BackupManifest = z.object({
  schema_version: z.literal(1),
  id: z.string(),
  made_at: z.string(),
  repository: z.string(),
  worktree: z.string(),
  with_key: z.boolean(),
  files: z.array(
    z.object({
      part: BackupPart,
      path: z.string().min(1).max(4096).refine(isBelow, 'leads outside of the backup'),
      bytes: z.number(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
})
export type BackupManifest = z.infer<typeof BackupManifest>

/** Backups of 0.1 hold names that Furrow does not write, such as `.git` in the worktree of an agent. */
function isBelow(name: string): boolean {
  return !/[\\\0]/.test(name) && name.split('/').every(part => part !== '' && part !== '.' && part !== '..')
}

export const BackupView = z.object({
  id: z.string(),
  folder: z.string(),
  made_at: z.string(),
  files: z.number(),
  bytes: z.number(),
  with_key: z.boolean(),
  /** Files that are not in it, because of names that Furrow does not write. */
  left_out: z.array(z.string()).optional(),
  /** Set when it cannot be read. */
  problem: z.string().optional(),
})
export type BackupView = z.infer<typeof BackupView>
