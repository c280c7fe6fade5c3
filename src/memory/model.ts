import * as z from 'zod'
import { Label, RepoPath } from '../operation/ids.ts'
import { PastedCommand } from '../shared/shell/shell-schema.ts'
import { RELATIONS, SCOPES } from './port.ts'

/** Longer texts than this would not pass every door; each takes a message of 1 MiB. */
export const MAX_TEXT = 500_000
/** A field of an exploration, and what a sitting was about. */
export const MAX_FIELD = 50_000

export const RecordNumber = z.int().min(1)
export const RecordId = RecordNumber.describe('The number of the record.')
export const ScopeName = z.enum(SCOPES)
export const RelationName = z.enum(RELATIONS)
export const Detail = z.enum(['summary', 'standard', 'full']).default('standard').describe('How much of each record.')
export const Limit = z.int().min(1).max(100)
export const Cursor = z.string().regex(/^\d{1,9}$/, 'is no cursor that an earlier answer gave')
export const MaxTokens = z.int().min(50).max(100_000).describe('The whole answer stays within this many tokens.')
export const Project = Label.describe('Default: that of this workspace.')
export const SessionName = Label.default('manual-save').describe('The session.')
export const Text = z.string().max(MAX_TEXT, `is longer than ${MAX_TEXT} characters; nothing was saved, split it`)
export const When = z
  .string()
  .refine(isTime, 'is no date such as 2026-01-31 and no time such as 2026-01-31T12:00:00Z')
  .meta({ format: 'date-time' })
export const CitedFiles = z.array(RepoPath).max(20)

export const WhenOrNothing = z
  .string()
  .refine(
    text => text === '' || isTime(text),
    'is no date such as 2026-01-31, no time such as 2026-01-31T12:00:00Z, and not empty',
  )
  .describe('A time such as 2026-01-31T12:00:00Z; an empty text removes it.')

/** A date alone is its first moment in UTC. */
function isTime(text: string): boolean {
  const [, day] = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? []
  if (day === undefined || Number.isNaN(Date.parse(text))) return false
  // There is no 30 February, though it parses as a day of March.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

export const MemoryProjectView = z.object({
  name: z.string(),
  resolved_by: z.string(),
  message: z.string().optional().describe('What was recognised, once after a change of name or place.'),
  problem: z
    .object({ path: z.string(), message: z.string(), fix: PastedCommand })
    .optional()
    .describe('Settings that cannot be read; a name that they give the project is not known then.'),
})
export type MemoryProjectView = z.infer<typeof MemoryProjectView>

export const OriginView = z.object({
  door: z.string(),
  actor: z.string(),
  kind: z.enum(['person', 'agent']),
  run: z.string().optional(),
  source: z.string().optional(),
})

export const ObservationView = z.object({
  id: z.number(),
  type: z.string(),
  title: z.string(),
  content: z.string().optional(),
  project: z.string(),
  scope: ScopeName,
  namespace: z.string().optional(),
  topic_key: z.string().optional(),
  session_id: z.string(),
  origin: OriginView,
  revision_count: z.number(),
  duplicate_count: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  expires_at: z.string().optional(),
  review_after: z.string().optional(),
  valid_from: z.string().optional(),
  valid_until: z.string().optional(),
  files: z
    .array(
      z.object({
        path: z.string(),
        hash: z.string().describe('Of what the file said when it was cited.'),
        state: z.enum(['unchanged', 'changed', 'missing']).optional().describe('As the file is now.'),
      }),
    )
    .optional(),
  marks: z.array(z.string()).optional().describe('What to know before relying on it.'),
  deleted_at: z.string().optional(),
})
export type ObservationView = z.infer<typeof ObservationView>

export const HitView = ObservationView.extend({
  reasons: z.array(z.string()),
  passage: z.string(),
  marks: z.array(z.string()),
})

export const RelationView = z.object({
  id: z.number(),
  from: z.number(),
  to: z.number(),
  type: RelationName,
  note: z.string().optional(),
  at: z.string(),
})

export const SavedRecordView = z.object({
  action: z.enum(['created', 'updated', 'duplicate']),
  observation: ObservationView,
  project: MemoryProjectView,
  suggested_topic_key: z.string().optional(),
  relations: z.array(RelationView),
  near: z
    .array(z.object({ id: z.number(), title: z.string(), why: z.string() }))
    .describe('Records of the same subject that this one may repeat or contradict.'),
  notices: z.array(z.string()),
})
export type SavedRecordView = z.infer<typeof SavedRecordView>

export const Listing = { next: z.string().optional(), left_out: z.number(), tokens: z.number() }
