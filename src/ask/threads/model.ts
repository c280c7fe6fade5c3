import * as z from 'zod'
import { Id } from '../../operation/ids.ts'
import { PastedCommand } from '../../shared/shell/shell-schema.ts'
import { SourceCommit } from '../model.ts'

export const THREAD_SCHEMA = 1

/** The tool whose threads are meant when nobody says: questions about the codebase. */
export const AMA = 'ama'

export const ToolName = Id.default(AMA).describe('The threaded tool; ama when left out.')
export const ThreadId = Id.describe('The id of the thread, as `furrow ask threads` shows it.')

const Text = z.string()

/** Lines of a file, first and last, as they were when they were cited. */
export const Citation = z.looseObject({
  path: Text,
  lines: z.tuple([z.number().int(), z.number().int()]),
  excerpt: Text,
  score: z.number(),
  /** What led to it: `symbol: login; path: auth`. */
  why: Text.optional(),
  commits: z.array(SourceCommit).optional(),
})
export type Citation = z.infer<typeof Citation>

/** Who puts the sources into words: an agent that is launched, whoever asked, or nobody. */
export const WAYS = ['agent', 'client', 'extract'] as const
export const AnswerMethod = z.enum(WAYS)
export type AnswerMethod = z.infer<typeof AnswerMethod>

/** The first two are under way. */
export const TurnStatus = z.enum(['searching', 'answering', 'answered', 'failed'])
export type TurnStatus = z.infer<typeof TurnStatus>

export const Turn = z.looseObject({
  id: Text,
  question: Text,
  sources: z.array(Citation).default([]),
  synthesis: Text.nullable().default(null),
  /** The run that writes the synthesis. */
  run_id: Text.optional(),
  created_at: Text,
  status: TurnStatus.default('answered'),
  way: AnswerMethod.optional(),
  completed_at: Text.optional(),
  /** Why there is no answer, or none by the way that was meant. */
  problem: Text.optional(),
})
export type Turn = z.infer<typeof Turn>

export const ThreadCommit = z.looseObject({ target: Text, at: Text })
export type ThreadCommit = z.infer<typeof ThreadCommit>

/** `.sdlc/tool-interactions/<tool>/<id>.yaml`, with the fields of seed 004 and what has been added since. */
export const Thread = z.looseObject({
  schema_version: z.number().int().default(THREAD_SCHEMA),
  id: Text,
  tool_name: Text,
  kind: z.literal('thread'),
  title: Text.default(''),
  created_at: Text,
  updated_at: Text,
  tags: z.array(Text).default([]),
  /** What it came from: `interaction:search-codebase/<id>`. */
  origin: Text.optional(),
  /** `feature:<slug>`, `ponder:<slug>`, `task:<feature>/<id>`: the latest of `commits`. */
  committed_to: Text.nullable().default(null),
  commits: z.array(ThreadCommit).default([]),
  deleted_at: Text.optional(),
  turns: z.array(Turn).default([]),
})
export type Thread = z.infer<typeof Thread>

/** A line or lines of a file that an answer names, as it spells them: `src/login.ts:8`. */
export const NamedLocation = z.object({ text: Text, path: Text, lines: z.tuple([z.number().int(), z.number().int()]) })
export type NamedLocation = z.infer<typeof NamedLocation>

/** As it is shown: with the places that its answers name, those alone that are there now. */
export const ShownThread = Thread.extend({
  turns: z.array(Turn.extend({ places: z.array(NamedLocation).optional() })),
})
export type ShownThread = z.infer<typeof ShownThread>

/** A thread in a list. */
export const ThreadRow = z.object({
  id: Text,
  title: Text,
  created_at: Text,
  updated_at: Text,
  tags: z.array(Text),
  committed_to: Text.nullable(),
  turns: z.number().int(),
  /** A question of it is being answered. */
  open: z.boolean(),
  deleted_at: Text.optional(),
})
export type ThreadRow = z.infer<typeof ThreadRow>

/** A file that cannot be read: named, kept, and no reason to hide the others. */
export const ThreadProblem = z.object({ id: Text, path: Text, message: Text, fix: PastedCommand })
export type ThreadProblem = z.infer<typeof ThreadProblem>
