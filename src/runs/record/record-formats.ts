import * as z from 'zod'
import { damaged } from '../../store/documents/document.ts'
import { openJson } from '../../store/documents/json/json.ts'
import { printPlain } from '../../store/documents/yaml/print-plain.ts'
import { openYaml } from '../../store/documents/yaml/yaml.ts'
import { printRoot } from '../../store/documents/yaml/yaml-print.ts'
import { type AgentPart, Run, ToolPart } from '../model.ts'

/** What decides whether a run is kept. */
export type RetentionFacts = Pick<Run, 'id' | 'kind' | 'status' | 'pinned' | 'links'> & {
  /** Of an agent: what it changed waits for a decision. */
  readonly agent?: Pick<AgentPart, 'changes'> | undefined
}

/** How a record is written down. */
export interface RecordFormat {
  readonly extension: string
  print(run: Run): Buffer
  parse(bytes: Uint8Array, file: string): Run
  /** Only a look, because it is taken at all records after each run; nothing when it is no run. */
  peek(text: string, id: string): RetentionFacts | undefined
}

const Record = Run.omit({ position: true, tool: true }).extend({ schema_version: z.literal(1) })

export const jsonFormat: RecordFormat = {
  extension: '.json',
  print: ({ position: _, tool: __, ...run }) =>
    Buffer.from(`${JSON.stringify({ schema_version: 1, ...inOrder(run) }, null, 2)}\n`),
  parse(bytes, file) {
    const result = Record.safeParse(openJson(bytes, file).data())
    if (!result.success) throw damaged(file, `is no record of a run: ${whatIsWrong(result.error)}`)
    const { schema_version: _, ...run } = result.data
    return run
  },
  peek(text, id) {
    const { kind, status, pinned, links, agent } = JSON.parse(text) as Run
    return { id, kind, status, agent, ...(pinned !== undefined && { pinned }), ...(links !== undefined && { links }) }
  },
}

/** As the tool system has it: one YAML file per interaction. A thread is one too, and is none of ours. */
const InteractionRecord = z.looseObject({
  schema_version: z.literal(1),
  ...Run.omit({ position: true, tool: true, kind: true, started_at: true, ended_at: true, label: true, argv: true })
    .shape,
  tool_name: z.string(),
  kind: z.enum(['run', 'setup']),
  created_at: z.string(),
  completed_at: z.string().optional(),
  input: ToolPart.shape.input,
  result: ToolPart.shape.result,
  streaming_log: z.string().optional(),
  tags: z.array(z.string()),
  notes: z.string().nullable(),
  tool_version: z.string().optional(),
  tool_hash: z.string().optional(),
  runtime: ToolPart.shape.runtime,
  kept_grants: ToolPart.shape.kept_grants,
  config_hash: z.string().optional(),
  passing: z.boolean().optional(),
})
type InteractionRecord = z.infer<typeof InteractionRecord>

const STYLE = { eol: '\n', indent: 2, indentSeq: true, flowCollectionPadding: true }
/** The largest result that is kept inside, its input, and room for both to be escaped. */
const LIMITS = { maxBytes: 8 * 2 ** 20 }

export const interactionFormat: RecordFormat = {
  extension: '.yaml',
  print(run) {
    const record = recordOf(run)
    return Buffer.from(`${printPlain(record) ?? printRoot(record, STYLE)}\n`)
  },
  parse(bytes, file) {
    const result = InteractionRecord.safeParse(openYaml(bytes, file, LIMITS).data())
    if (!result.success) throw damaged(file, `is no record of an interaction: ${whatIsWrong(result.error)}`)
    return runOf(result.data)
  },
  peek(text, id) {
    const [, kind] = /^kind: (\w+)$/m.exec(text) ?? []
    const [, status] = /^status: (\w+)$/m.exec(text) ?? []
    if (status === undefined || (kind !== 'run' && kind !== 'setup')) return undefined
    const links = /^links:(?! \[\])/m.test(text) ? ['some'] : []
    return { id, kind: 'tool', status: status as Run['status'], pinned: /^pinned: true$/m.test(text), links }
  },
}

function recordOf(run: Run): Omit<InteractionRecord, 'actor'> & { actor: unknown } {
  const { tool, id, status, started_at, ended_at, kind: _, label: __, argv: ___, position: ____, ...rest } = run
  if (tool === undefined) throw new Error(`${id} is no run of a tool`)
  return {
    schema_version: 1,
    id,
    tool_name: tool.name,
    kind: tool.mode,
    status,
    created_at: started_at,
    ...(ended_at !== undefined && { completed_at: ended_at }),
    ...(tool.input !== undefined && { input: tool.input }),
    ...(tool.result !== undefined && { result: tool.result }),
    ...(tool.streaming === true && { streaming_log: `${id}.log` }),
    tags: tool.tags,
    notes: tool.notes,
    ...(tool.version !== undefined && { tool_version: tool.version }),
    ...(tool.hash !== undefined && { tool_hash: tool.hash }),
    ...(tool.runtime !== undefined && { runtime: tool.runtime }),
    ...(tool.kept_grants !== undefined && { kept_grants: tool.kept_grants }),
    ...(tool.config_hash !== undefined && { config_hash: tool.config_hash }),
    ...(tool.passing === true && { passing: true }),
    ...inOrder(rest),
  }
}

const ORDER = Object.keys(Run.shape)

/** The same record is the same text, whoever wrote it and whether it was read before or put together. */
function inOrder<T extends Partial<Run>>(run: T): T {
  const place = (key: string) => ORDER.indexOf(key)
  return Object.fromEntries(Object.entries(run).sort(([a], [b]) => place(a) - place(b))) as T
}

function runOf(record: InteractionRecord): Run {
  const known = Run.safeParse({
    ...record,
    kind: 'tool',
    label: record.kind === 'setup' ? `${record.tool_name} (setup)` : record.tool_name,
    started_at: record.created_at,
    ...(record.completed_at !== undefined && { ended_at: record.completed_at }),
    tool: {
      name: record.tool_name,
      mode: record.kind,
      ...(record.tool_version !== undefined && { version: record.tool_version }),
      ...(record.tool_hash !== undefined && { hash: record.tool_hash }),
      ...(record.runtime !== undefined && { runtime: record.runtime }),
      ...(record.kept_grants !== undefined && { kept_grants: record.kept_grants }),
      ...(record.input !== undefined && { input: record.input }),
      ...(record.result !== undefined && { result: record.result }),
      ...(record.streaming_log !== undefined && { streaming: true }),
      ...(record.config_hash !== undefined && { config_hash: record.config_hash }),
      ...(record.passing === true && { passing: true }),
      tags: record.tags,
      notes: record.notes,
    },
  })
  return known.data as Run
}

function whatIsWrong({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join('.')}: ${issue?.message}`
}
