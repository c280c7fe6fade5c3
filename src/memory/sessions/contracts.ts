import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Label } from '../../operation/ids.ts'
import {
  Limit,
  MAX_TEXT,
  MemoryProjectView,
  ObservationView,
  Project,
  RecordId,
  ScopeName,
  SessionName,
  Text,
} from '../model.ts'

const SessionView = z.object({
  id: z.string(),
  project: z.string(),
  directory: z.string().optional(),
  started_at: z.string(),
  ended_at: z.string().optional(),
  summary: z.string().optional(),
})

export const start = contract({
  name: 'memory.session_start',
  summary: 'Begin a session; records saved with its id belong together.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: Label, project: Project.optional(), directory: z.string().max(4096).optional() }),
  output: z.object({ session: SessionView, project: MemoryProjectView }),
  mounts: {
    mcp: { tool: 'mem_session', action: 'start' },
    cli: { path: 'memory session start', positionals: ['id'], example: 'furrow memory session start monday-login' },
    http: { route: 'POST /api/memory/sessions' },
  },
})

export const end = contract({
  name: 'memory.session_end',
  summary: 'End a session with a summary.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: Label, summary: Text.optional() }),
  output: z.object({ session: SessionView, notices: z.array(z.string()) }),
  mounts: {
    mcp: { tool: 'mem_session', action: 'end' },
    cli: {
      path: 'memory session end',
      positionals: ['id'],
      example: 'furrow memory session end monday-login --summary "Login redirects as it should."',
    },
    http: { route: 'POST /api/memory/sessions/:id/end' },
  },
})

export const progress = contract({
  name: 'memory.progress',
  summary: 'Keep or read the one progress note of a project.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    content: z.string().max(MAX_TEXT).optional().describe('The new note; without it, the note is read.'),
    project: Project.optional(),
    namespace: Label.optional(),
    session_id: SessionName,
  }),
  output: z.object({
    project: MemoryProjectView,
    observation: ObservationView.optional(),
    action: z.enum(['read', 'created', 'updated']),
    notices: z.array(z.string()),
  }),
  mounts: {
    mcp: { tool: 'mem_progress' },
    cli: {
      path: 'memory progress',
      positionals: ['content'],
      example: 'furrow memory progress "Login done, logout next"',
    },
    http: { route: 'POST /api/memory/progress' },
  },
})

export const compact = contract({
  name: 'memory.compact',
  summary: 'List records that nobody touched for long, or fold some into one summary.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    older_than_days: z.int().min(1).max(36_500).default(90),
    project: Project.optional(),
    scope: ScopeName.optional(),
    namespace: Label.optional(),
    limit: Limit.default(50),
    compact_ids: z
      .array(z.int().min(1))
      .max(200)
      .default([])
      .describe('Records to fold; they can be restored for 30 days.'),
    into: RecordId.optional().describe('A record that stays as it is and replaces the folded ones.'),
    summary_title: Label.optional(),
    summary_content: Text.optional(),
    session_id: SessionName,
  }),
  output: z.object({
    project: MemoryProjectView,
    candidates: z.array(ObservationView),
    folded: z.array(z.number()),
    summary: ObservationView.optional(),
    notices: z.array(z.string()),
  }),
  mounts: {
    mcp: { tool: 'mem_compact' },
    cli: { path: 'memory compact', example: 'furrow memory compact --older-than-days 180' },
    http: { route: 'POST /api/memory/compact' },
  },
})

export const stats = contract({
  name: 'memory.stats',
  summary: 'How much is remembered, by project.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    observations: z.number(),
    deleted: z.number(),
    sessions: z.number(),
    prompts: z.number(),
    relations: z.number(),
    projects: z.array(z.object({ name: z.string(), observations: z.number() })),
  }),
  mounts: {
    mcp: { tool: 'mem_stats' },
    cli: { path: 'memory stats', example: 'furrow memory stats' },
    http: { route: 'GET /api/memory/stats' },
  },
})
