import * as z from 'zod'

/** A commit that wrote lines of a passage, and what it says about itself. */
export const SourceCommit = z.object({ commit: z.string(), date: z.string(), message: z.string() })
export type SourceCommit = z.infer<typeof SourceCommit>

/** A passage that answers, as it stands in the file now. Lines count from 1, both are included. */
export const AnswerSource = z.object({
  path: z.string(),
  lines: z.tuple([z.number().int(), z.number().int()]),
  excerpt: z.string(),
  score: z.number(),
  /** The function, class or section that it belongs to. */
  symbol: z.string().optional(),
  language: z.string().optional(),
  /** What led to it, for people: `symbol: login; path: auth`. */
  why: z.string().optional(),
  /** Where the question is why: commits that wrote these lines. */
  commits: z.array(SourceCommit).optional(),
})
export type AnswerSource = z.infer<typeof AnswerSource>

/** Code to change is sought, or something is to be explained: tests, docs and changelogs count less for the first. */
export const Purpose = z.enum(['change', 'explain'])
export type Purpose = z.infer<typeof Purpose>

/** `fresh`: it says what the files say. `building`: it is being made, so an answer may lack something. */
export const IndexState = z.enum(['fresh', 'building', 'missing'])

export const IndexSummary = z.object({
  state: IndexState,
  files: z.number().int(),
  chunks: z.number().int(),
  /** Files that were left out, each for a reason that `ask.status` tells. */
  skipped: z.number().int(),
})
export type IndexSummary = z.infer<typeof IndexSummary>

export const SearchAnswer = z.object({
  sources: z.array(AnswerSource),
  index: IndexSummary,
  /** Where something was not looked at as it should have been. */
  notice: z.string().optional(),
})
export type SearchAnswer = z.infer<typeof SearchAnswer>

export const IndexStatus = IndexSummary.extend({
  /** Below the root of the workspace; absent while there is none. */
  file: z.string().optional(),
  bytes: z.number().int(),
  /** While it is being made: how many files are read. */
  progress: z.object({ done: z.number().int(), total: z.number().int() }).optional(),
  updated_at: z.string().optional(),
  languages: z.array(z.object({ language: z.string(), files: z.number().int() })),
  /** Who makes the vectors of passages, and how many have one: `statistical` learns from this code alone. */
  vectors: z.object({ maker: z.string(), made: z.number().int() }),
  left_out: z.array(z.object({ reason: z.string(), files: z.number().int(), examples: z.array(z.string()) })),
})
export type IndexStatus = z.infer<typeof IndexStatus>
