import { createHash } from 'node:crypto'
import * as z from 'zod'
import { Label, RepoPath } from '../../operation/ids.ts'
import { type ExportRow, RELATIONS, type RecordOrigin, SCOPES } from '../port.ts'

const Time = z.number().int().nonnegative()
const OriginRow = z.object({
  door: z.string(),
  actor: z.string(),
  kind: z.enum(['person', 'agent']),
  run: z.string().optional(),
  source: z.string().optional(),
})
const FieldsRow = z.record(z.string(), z.string()).optional()
const Body = { type: z.string(), title: z.string(), content: z.string(), fields: FieldsRow, origin: OriginRow }

const Row = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('project'),
    name: Label,
    aliases: z.array(Label),
    roots: z.array(z.string().regex(/^[0-9a-f]{40,64}$/)),
    pools: z.array(Label),
    merged_into: Label.optional(),
  }),
  z.object({
    kind: z.literal('session'),
    id: z.string(),
    project: z.string(),
    directory: z.string().optional(),
    started_at: Time,
    ended_at: Time.optional(),
    summary: z.string().optional(),
  }),
  z.object({
    kind: z.literal('observation'),
    uid: z.string().regex(/^[0-9a-f]{20}$/),
    session_id: z.string(),
    ...Body,
    project: z.string(),
    scope: z.enum(SCOPES),
    namespace: z.string().optional(),
    topic_key: z.string().optional(),
    revision_count: z.number().int().min(1),
    duplicate_count: z.number().int().min(1),
    created_at: Time,
    updated_at: Time,
    expires_at: Time.optional(),
    review_after: Time.optional(),
    valid_from: Time.optional(),
    valid_until: Time.optional(),
    files: z.array(z.object({ path: RepoPath, hash: z.string().regex(/^[0-9a-f]{64}$/) })).optional(),
    deleted_at: Time.optional(),
    revisions: z.array(z.object({ n: z.number().int().min(1), ...Body, at: Time })),
  }),
  z.object({ kind: z.literal('prompt'), session_id: z.string(), project: z.string(), content: z.string(), at: Time }),
  z.object({
    kind: z.literal('relation'),
    from: z.string(),
    to: z.string(),
    type: z.enum(RELATIONS),
    note: z.string().optional(),
    at: Time,
  }),
])

/** What the MCP reference server keeps: entities with observations, and relations between them. */
const ReferenceRow = z.discriminatedUnion('type', [
  z.object({ type: z.literal('entity'), name: z.string(), entityType: z.string(), observations: z.array(z.string()) }),
  z.object({ type: z.literal('relation'), from: z.string(), to: z.string(), relationType: z.string() }),
])

export interface Imported {
  readonly rows: readonly ExportRow[]
  /** Lines that are neither, with their number and reason. */
  readonly skipped: readonly string[]
}

export function readJsonl(
  text: string,
  { project, now, origin }: { project: string; now: number; origin: RecordOrigin },
): Imported {
  const rows: ExportRow[] = []
  const skipped: string[] = []
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') return
    const row = readLine(line, { project, now, origin })
    if (typeof row === 'string') skipped.push(`line ${index + 1}: ${row}`)
    else rows.push(row)
  })
  return { rows, skipped }
}

type ImportSource = { project: string; now: number; origin: RecordOrigin }

function readLine(line: string, source: ImportSource): ExportRow | string {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    return 'is not JSON'
  }
  const own = Row.safeParse(json)
  if (own.success) return own.data as ExportRow
  const reference = ReferenceRow.safeParse(json)
  if (!reference.success) return own.error.issues[0]?.message ?? 'is no record'
  return fromReference(reference.data, source)
}

function fromReference(row: z.infer<typeof ReferenceRow>, { project, now, origin }: ImportSource): ExportRow {
  if (row.type === 'relation') {
    const type = RELATIONS.find(known => known === row.relationType)
    const note = type === undefined ? { note: row.relationType } : {}
    return {
      kind: 'relation',
      from: entityUid(row.from),
      to: entityUid(row.to),
      type: type ?? 'relates_to',
      at: now,
      ...note,
    }
  }
  return {
    kind: 'observation',
    uid: entityUid(row.name),
    session_id: 'imported',
    type: row.entityType,
    title: row.name,
    content: row.observations.map(text => `- ${text}`).join('\n'),
    fields: undefined,
    project,
    scope: 'project',
    namespace: undefined,
    topic_key: undefined,
    origin,
    revision_count: 1,
    duplicate_count: 1,
    created_at: now,
    updated_at: now,
    expires_at: undefined,
    review_after: undefined,
    valid_from: undefined,
    valid_until: undefined,
    files: undefined,
    deleted_at: undefined,
    revisions: [],
  }
}

function entityUid(name: string): string {
  return uidOf('reference', name)
}

/** The same source row always becomes the same record, so that importing twice adds nothing. */
export function uidOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 20)
}
