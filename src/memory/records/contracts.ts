import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Label } from '../../operation/ids.ts'
import {
  CitedFiles,
  Cursor,
  Detail,
  HitView,
  Limit,
  Listing,
  MaxTokens,
  MemoryProjectView,
  ObservationView,
  Project,
  RecordId,
  RecordNumber,
  RelationName,
  RelationView,
  SavedRecordView,
  ScopeName,
  SessionName,
  Text,
  When,
  WhenOrNothing,
} from '../model.ts'

export const save = contract({
  name: 'memory.save',
  summary: 'Remember a decision, a finding or what was asked.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    content: Text.describe('What to remember; <private>...</private> is left out.'),
    title: Label.optional().describe('Short and findable; needed for an observation.'),
    type: Label.default('manual').describe('decision, bug, pattern, config, discovery, learning, ...'),
    save_type: z.enum(['observation', 'prompt', 'passive']).default('observation'),
    topic_key: Label.optional().describe('The same key again updates the record instead of adding one.'),
    upsert: z.boolean().default(false).describe('Without a key, take the suggested one.'),
    source: Label.optional().describe('What it came from, such as a tool.'),
    project: Project.optional(),
    scope: ScopeName.default('project'),
    namespace: Label.optional(),
    session_id: SessionName,
    relate_to: z.array(RecordNumber).max(50).default([]).describe('Records this one relates to.'),
    expires_at: When.optional(),
    review_after: When.optional(),
    valid_from: When.optional(),
    valid_until: When.optional().describe('It is true until then.'),
    files: CitedFiles.default([]).describe('Files it is about; a change of one marks it.'),
  }),
  output: SavedRecordView.partial({ observation: true }).extend({ saved: z.number() }),
  mounts: {
    mcp: { tool: 'mem_save' },
    cli: {
      path: 'memory save',
      positionals: ['title'],
      text: 'content',
      example:
        'furrow memory save "Tokens expire after an hour" --type decision --content "Short tokens, silent refresh."',
    },
    http: { route: 'POST /api/memory' },
  },
})

export const search = contract({
  name: 'memory.search',
  summary: 'Find records by asking in your own words.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({
    query: z
      .string()
      .max(10_000)
      .describe('A question or words; "quoted phrases" and type:, project:, topic:, session: work.'),
    type: Label.optional(),
    project: Project.optional(),
    all_projects: z.boolean().default(false).describe('Search the records of every project.'),
    scope: ScopeName.optional(),
    namespace: Label.optional(),
    limit: Limit.default(10),
    cursor: Cursor.optional(),
    detail_level: Detail,
    max_tokens: MaxTokens.optional(),
    complete: z.boolean().default(false).describe('Show every match, also those that fit the question badly.'),
  }),
  output: z.object({
    hits: z.array(HitView),
    project: MemoryProjectView,
    near_projects: z.array(z.string()),
    notices: z.array(z.string()),
    searched: z.number().optional().describe('Of how many records nothing is shown.'),
    elsewhere: z.number().optional().describe('Records of other projects, where nothing is shown.'),
    searched_projects: z
      .enum(['one', 'all'])
      .describe('Whether the records of this project were searched, or of every one.'),
    misfits: z.number().describe('Records that share a word with the question, and fit it too badly to be shown.'),
    next_id: z.number().optional().describe('The first record that did not fit into the budget.'),
    ...Listing,
  }),
  mounts: {
    mcp: { tool: 'mem_search' },
    cli: { path: 'memory search', positionals: ['query'], example: 'furrow memory search "how long do tokens live?"' },
    http: { route: 'GET /api/memory/search' },
  },
})

export const get = contract({
  name: 'memory.get',
  summary: 'Show one record whole, with what it is related to.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({
    id: RecordId,
    depth: z.int().min(0).max(5).default(1).describe('How far to follow relations.'),
  }),
  output: z.object({
    observation: ObservationView,
    relations: z.array(RelationView),
    related: z.array(z.object({ id: z.number(), depth: z.number(), type: z.string(), title: z.string() })),
  }),
  mounts: {
    mcp: { tool: 'mem_get' },
    cli: { path: 'memory get', positionals: ['id'], example: 'furrow memory get 12' },
    http: { route: 'GET /api/memory/:id' },
  },
})

export const context = contract({
  name: 'memory.context',
  summary: 'What was going on lately: sessions, prompts and records, newest first.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({
    project: Project.optional(),
    scope: ScopeName.optional(),
    namespace: Label.optional(),
    limit: Limit.default(20),
    detail_level: Detail,
    max_tokens: MaxTokens.optional(),
  }),
  output: z.object({
    project: MemoryProjectView,
    sessions: z.array(
      z.object({
        id: z.string(),
        started_at: z.string(),
        ended_at: z.string().optional(),
        summary: z.string().optional(),
      }),
    ),
    prompts: z.array(z.object({ id: z.number(), content: z.string(), at: z.string() })),
    observations: z.array(ObservationView),
    ...Listing,
  }),
  mounts: {
    mcp: { tool: 'mem_context' },
    cli: { path: 'memory context', example: 'furrow memory context' },
    http: { route: 'GET /api/memory/context' },
  },
})

export const timeline = contract({
  name: 'memory.timeline',
  summary: 'What was recorded before and after a record in the same session.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({
    observation_id: RecordId,
    before: z.int().min(0).max(50).default(5),
    after: z.int().min(0).max(50).default(5),
    detail_level: Detail,
    max_tokens: MaxTokens.optional(),
  }),
  output: z.object({ focus: z.number(), observations: z.array(ObservationView), ...Listing }),
  mounts: {
    mcp: { tool: 'mem_timeline' },
    cli: { path: 'memory timeline', positionals: ['observation_id'], example: 'furrow memory timeline 12' },
    http: { route: 'GET /api/memory/:observation_id/timeline' },
  },
})

export const update = contract({
  name: 'memory.update',
  summary: 'Change a record; the text it had is kept as a revision.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    id: RecordId,
    title: Label.optional(),
    content: Text.optional(),
    type: Label.optional(),
    project: Label.optional(),
    scope: ScopeName.optional(),
    topic_key: z.string().max(200).optional().describe('An empty text removes the key.'),
    expires_at: WhenOrNothing.optional(),
    review_after: WhenOrNothing.optional(),
    valid_from: WhenOrNothing.optional(),
    valid_until: WhenOrNothing.optional(),
    files: CitedFiles.optional().describe('The files it is about, as they are now; replaces the list.'),
  }),
  output: z.object({ observation: ObservationView, notices: z.array(z.string()) }),
  mounts: {
    mcp: { tool: 'mem_update' },
    cli: {
      path: 'memory update',
      positionals: ['id'],
      text: 'content',
      example: 'furrow memory update 12 --title "Tokens live one hour"',
    },
    http: { route: 'PATCH /api/memory/:id' },
  },
})

export const remove = contract({
  name: 'memory.delete',
  summary: 'Delete a record; it can be restored for 30 days.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    id: RecordId,
    restore: z.boolean().default(false).describe('Bring a deleted record back instead.'),
    hard: z.boolean().default(false).describe('Erase it for good; only a person may.'),
  }),
  output: z.object({ id: z.number(), state: z.enum(['deleted', 'restored', 'erased']) }),
  mounts: {
    mcp: { tool: 'mem_delete' },
    cli: { path: 'memory delete', positionals: ['id'], example: 'furrow memory delete 12' },
    http: { route: 'DELETE /api/memory/:id' },
  },
})

export const erase = contract({
  name: 'memory.erase',
  summary: 'Erase a record and its revisions for good.',
  effect: 'destructive',
  authority: 'person',
  input: z.strictObject({ id: RecordId }),
  output: z.object({ id: z.number(), state: z.literal('erased') }),
  mounts: {
    cli: { path: 'memory erase', positionals: ['id'], example: 'furrow memory erase 12' },
    http: { route: 'POST /api/memory/:id/erase' },
  },
})

export const relate = contract({
  name: 'memory.relate',
  summary: 'Say how one record stands to another.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    from_id: RecordId,
    to_id: RecordId,
    relation_type: RelationName.default('relates_to'),
    note: z.string().max(2000).optional(),
    bidirectional: z.boolean().default(false),
  }),
  output: z.object({ relations: z.array(RelationView) }),
  mounts: {
    mcp: { tool: 'mem_relate', action: 'add' },
    cli: {
      path: 'memory relate',
      positionals: ['from_id', 'to_id'],
      example: 'furrow memory relate 12 7 --relation-type supersedes',
    },
    http: { route: 'POST /api/memory/relations' },
  },
})

export const unrelate = contract({
  name: 'memory.unrelate',
  summary: 'Remove a relation.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: RecordId }),
  output: z.object({ id: z.number() }),
  mounts: {
    mcp: { tool: 'mem_relate', action: 'remove' },
    cli: { path: 'memory unrelate', positionals: ['id'], example: 'furrow memory unrelate 3' },
    http: { route: 'DELETE /api/memory/relations/:id' },
  },
})

export const suggestTopic = contract({
  name: 'memory.suggest_topic_key',
  summary: 'Suggest a topic key for a record, by its title or content.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({
    title: z.string().max(1000).optional(),
    content: Text.optional(),
    type: Label.optional(),
  }),
  output: z.object({ topic_key: z.string() }),
  mounts: {
    mcp: { tool: 'mem_suggest_topic_key' },
    cli: {
      path: 'memory suggest-topic',
      positionals: ['title'],
      example: 'furrow memory suggest-topic "Use SQLite for memory" --type decision',
    },
    http: { route: 'GET /api/memory/suggest-topic' },
  },
})
