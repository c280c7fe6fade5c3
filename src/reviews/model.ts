import * as z from 'zod'
import { Id } from '../operation/ids.ts'

export const REVIEW_SCHEMA = 1

export const ReviewThreadId = Id.describe('The id of a thread: 20260102-101500-a1b')

/** Who wrote it, by name. */
export const Author = z.object({ kind: z.enum(['person', 'agent']), name: z.string() })
export type Author = z.infer<typeof Author>

const written = { schema_version: z.number(), by: Author, at: z.string() }

export const Side = z.enum(['old', 'new'])

/** The file that a thread begins with. It never changes: what comes later has files of its own. */
export const ThreadOpening = z.looseObject({
  ...written,
  /** The document, seen from the folder of the work; of a run, the changed file. */
  file: z.string(),
  run: z.string().optional(),
  side: Side.optional(),
  line: z.int().min(1),
  /** The lines that the comment is about, and their neighbours. */
  quote: z.string(),
  before: z.string().optional(),
  after: z.string().optional(),
  /** SHA-256 of the text in which they were at that line. */
  content: z.string(),
  text: z.string(),
})
export type ThreadOpening = z.infer<typeof ThreadOpening>

/** An answer, or what somebody decided about the thread. */
export const ReviewEntry = z.looseObject({
  ...written,
  kind: z.enum(['reply', 'resolved', 'reopened']),
  text: z.string().optional(),
})
export type ReviewEntry = z.infer<typeof ReviewEntry>

/** `moved`: the lines are elsewhere now. `outdated`: they are no longer in the text. `gone`: the text is gone. */
export const STANDINGS = ['current', 'moved', 'outdated', 'gone'] as const

export const ReviewComment = z.object({
  id: z.string(),
  kind: z.enum(['comment', 'reply', 'resolved', 'reopened']),
  by: Author,
  at: z.string(),
  text: z.string().optional(),
})

export const ReviewThread = z.object({
  id: z.string(),
  state: z.enum(['open', 'resolved']),
  path: z.string(),
  run: z.string().optional(),
  side: Side.optional(),
  line: z.int(),
  end_line: z.int(),
  standing: z.enum(STANDINGS),
  quote: z.string(),
  comments: z.array(ReviewComment),
  updated_at: z.string(),
})
export type ReviewThread = z.infer<typeof ReviewThread>

/** A file of a review that cannot be read: named, never skipped. */
export const ReviewProblem = z.object({ path: z.string(), message: z.string() })
export type ReviewProblem = z.infer<typeof ReviewProblem>
