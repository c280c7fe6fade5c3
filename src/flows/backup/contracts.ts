import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Id, LocalPath } from '../../operation/ids.ts'
import { BackupPart, BackupView } from './model.ts'

const From = LocalPath.optional().describe('The folder that holds it, when it was made with --to.')

export const create = contract({
  name: 'backup.create',
  summary: 'Copy memory, settings, sealed secrets, documents and records of this workspace to one folder.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({
    to: LocalPath.optional().describe('A folder elsewhere, such as a mounted disk; otherwise in FURROW_HOME/backups.'),
    with_key: z
      .boolean()
      .default(false)
      .describe('Put the key of the secrets beside them: whoever has the backup can read them.'),
  }),
  output: BackupView,
  mounts: {
    cli: { path: 'backup', example: 'furrow backup --to /media/disk' },
    http: { route: 'POST /api/backups' },
  },
})

export const list = contract({
  name: 'backup.list',
  summary: 'The backups in FURROW_HOME, newest first.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: z.object({ backups: z.array(BackupView) }),
  mounts: {
    cli: { path: 'backup list', example: 'furrow backup list' },
    http: { route: 'GET /api/backups' },
  },
})

export const verify = contract({
  name: 'backup.verify',
  summary: 'Read a whole backup again: every file as it was taken, every database intact.',
  effect: 'read',
  authority: 'person',
  input: z.strictObject({ backup: Id.describe('From furrow backup list.'), from: From }),
  output: z.object({ backup: BackupView, sound: z.boolean(), problems: z.array(z.string()) }),
  mounts: {
    cli: { path: 'backup verify', positionals: ['backup'], example: 'furrow backup verify 20260102-101500-abc' },
    http: { route: 'GET /api/backups/:backup' },
  },
})

export const restore = contract({
  name: 'backup.restore',
  summary: 'Bring a backup back: documents as they were (undo reverts that), of everything else what is missing.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({
    backup: Id.describe('From furrow backup list.'),
    from: From,
    part: z.array(BackupPart).max(5).default([]).describe('Only this part; may be given several times.'),
  }),
  output: z.object({
    backup: z.string(),
    restored: z.array(z.object({ part: BackupPart, files: z.number() })),
    /** What stands in the way of a part, and stays. */
    left: z.array(z.string()),
    undo: z.string().optional(),
  }),
  mounts: {
    cli: { path: 'restore', positionals: ['backup'], example: 'furrow restore 20260102-101500-abc --part documents' },
    http: { route: 'POST /api/backups/:backup/restore' },
  },
})
