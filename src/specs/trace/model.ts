import * as z from 'zod'

export const PRIORITIES = ['must', 'should', 'could', 'wont'] as const

export const TraceNode = z.object({
  id: z.string(),
  kind: z.enum(['FR', 'NFR', 'BR', 'ADR', 'TASK']),
  title: z.string(),
  path: z.string(),
  line: z.number(),
  priority: z.enum(PRIORITIES).optional(),
})
export type TraceNode = z.infer<typeof TraceNode>

export const TraceEdge = z.object({
  /** An id, or `design` for the design's own text. */
  from: z.string(),
  to: z.string(),
  kind: z.enum(['covers', 'depends', 'designs', 'mentions']),
})
export type TraceEdge = z.infer<typeof TraceEdge>

export const SpecLocation = z.object({ path: z.string(), line: z.number() })
export type SpecLocation = z.infer<typeof SpecLocation>

/** One requirement or rule and what there is for it. */
export const CoverageRow = z.object({
  id: z.string(),
  title: z.string(),
  priority: z.enum(PRIORITIES).optional(),
  designed: z.boolean(),
  tasks: z.array(z.string()),
  code: z.array(SpecLocation).optional(),
  covered: z.boolean(),
})
export type CoverageRow = z.infer<typeof CoverageRow>

export const Trace = z.object({
  nodes: z.array(TraceNode),
  edges: z.array(TraceEdge),
  coverage: z.array(CoverageRow),
  /** Requirements that no task covers, those of this version that must be there first. */
  uncovered: z.array(z.string()),
  /** Tasks that cover nothing, and rules and decisions that nothing names. */
  orphans: z.array(z.string()),
  /** Ids that are named and nowhere defined. */
  dangling: z.array(SpecLocation.extend({ id: z.string() })),
  cycles: z.array(z.array(z.string())),
  waves: z.array(z.array(z.string())),
  /** Files that several tasks of one wave touch. */
  overlaps: z.array(z.object({ wave: z.number(), file: z.string(), tasks: z.array(z.string()) })),
  /** Tasks that the text puts into a wave before what they depend on is done. */
  misplaced: z.array(z.object({ task: z.string(), wave: z.number(), needs: z.string() })),
})
export type Trace = z.infer<typeof Trace>
