import * as z from 'zod'

export const SOURCE_KINDS = ['file', 'web', 'run', 'memory'] as const
export const CONFIDENCES = ['low', 'medium', 'high'] as const
/** `moved`: the same lines are at another place of the file. `unchecked`: only `exploration.check` looks there. */
export const SOURCE_STANDINGS = ['holds', 'moved', 'changed', 'gone', 'unchecked'] as const

const LONGEST_EXCERPT = 4000

export const Confidence = z.enum(CONFIDENCES)
export const WouldChange = z.string().trim().min(1).max(2000)
export const Excerpt = z.string().trim().min(1).max(LONGEST_EXCERPT)

/** As a citation is written. */
export const SourceText = z
  .string()
  .trim()
  .min(1)
  .max(2048)
  .describe('src/login.ts:3-9, an address, run:<id> or memory:<number>.')

/** Where something that was found comes from, with the hash of what it said then. */
export const Source = z.looseObject({
  id: z.string().regex(/^s\d+$/, 'is not the id of a source, such as s1'),
  kind: z.enum(SOURCE_KINDS),
  /** `src/login.ts:3-9`, an address, `run:<id>` or `memory:<number>`. */
  source: z.string().min(1),
  /** SHA-256 of the lines, of the kept copy, of the excerpt of a run, or of the memory record. */
  content: z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256'),
  excerpt: z.string().optional(),
  /** Of an address: the kept text, relative to the working folder. */
  copy: z.string().optional(),
  /** Of an address: the day on which it was read. */
  read_on: z.string().optional(),
  title: z.string().optional(),
  task: z.string().optional(),
  note: z.string().optional(),
  at: z.string(),
  by: z.string(),
})
export type Source = z.infer<typeof Source>

/** What follows from the findings, beyond the outcome of a single topic. */
export const Conclusion = z.looseObject({
  id: z.string().regex(/^c\d+$/, 'is not the id of a conclusion, such as c1'),
  text: z.string().min(1),
  confidence: Confidence.optional(),
  would_change: z.string().optional(),
  sources: z.array(z.string()).nullish(),
  at: z.string(),
  by: z.string(),
})
export type Conclusion = z.infer<typeof Conclusion>

/** A document of the repository that the research starts from. */
export const InputDocument = z.looseObject({
  id: z.string().regex(/^i\d+$/, 'is not the id of an input document, such as i1'),
  path: z.string().min(1),
  content: z.string(),
  note: z.string().optional(),
  at: z.string(),
  by: z.string(),
})
export type InputDocument = z.infer<typeof InputDocument>

export const SourceView = z.object({
  id: z.string(),
  kind: z.enum(SOURCE_KINDS),
  source: z.string(),
  standing: z.enum(SOURCE_STANDINGS),
  /** Why it does not hold, or where the lines are now. */
  says: z.string().optional(),
  excerpt: z.string().optional(),
  copy: z.string().optional(),
  read_on: z.string().optional(),
  title: z.string().optional(),
  task: z.string().optional(),
  note: z.string().optional(),
  by: z.string(),
  at: z.string(),
})
export type SourceView = z.infer<typeof SourceView>

/** The outcome of a topic (by its id), or a conclusion across topics. */
export const ConclusionView = z.object({
  id: z.string(),
  text: z.string(),
  confidence: Confidence.optional(),
  would_change: z.string().optional(),
  sources: z.array(z.string()),
  /** What it lacks, as sentences. */
  lacks: z.array(z.string()),
})
export type ConclusionView = z.infer<typeof ConclusionView>

/** Something that is stated and not backed by a source. */
export const ClaimView = z.object({
  /** The document, or the topic or conclusion by its id. */
  where: z.string(),
  text: z.string(),
  problem: z.string(),
})
export type ClaimView = z.infer<typeof ClaimView>

export const InputView = z.object({
  id: z.string(),
  path: z.string(),
  standing: z.enum(['holds', 'changed', 'gone']),
  title: z.string().optional(),
  note: z.string().optional(),
})
export type InputView = z.infer<typeof InputView>

export const EvidenceView = z.object({
  sources: z.array(SourceView),
  conclusions: z.array(ConclusionView),
  claims: z.array(ClaimView),
  inputs: z.array(InputView),
})
export type EvidenceView = z.infer<typeof EvidenceView>
