import type { McpMount } from '../../../operation/contract.ts'
import type { JsonSchema, OperationEntry } from '../../../operation/manifest.ts'
import { groupSchema, LONG_TEXT } from './group-schema.ts'
import { leanSchema } from './schema.ts'

/** An operation as one tool knows it: alone, or by an action. */
export interface ToolVerb {
  readonly entry: OperationEntry
  readonly mount: Pick<McpMount, 'action' | 'otherwise' | 'brief'>
}

/** The operations behind one MCP tool: a single one, or verbs told apart by `action`. */
export interface ToolGroup {
  readonly name: string
  readonly verbs: readonly ToolVerb[]
}

export interface ObjectSchema extends JsonSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, JsonSchema>>
}

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema?: JsonSchema & { readonly type: 'object' }
  readonly annotations: Annotations
}

interface Annotations {
  readonly readOnlyHint?: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint: boolean
}

/** Every tool by its name, then those that are second names of the same operations. */
export function groupTools(entries: readonly OperationEntry[]): ReadonlyMap<string, ToolGroup> {
  const groups = new Map<string, { name: string; verbs: ToolVerb[] }>()
  const add = (tool: string, verb: ToolVerb) => {
    const group = groups.get(tool) ?? { name: tool, verbs: [] }
    group.verbs.push(verb)
    groups.set(tool, group)
  }
  for (const entry of entries) if (entry.mcp !== undefined) add(entry.mcp.tool, { entry, mount: entry.mcp })
  for (const entry of entries)
    if (entry.mcp?.also !== undefined) add(entry.mcp.also.tool, { entry, mount: entry.mcp.also })
  return groups
}

export function listTool({ name, verbs }: ToolGroup, { outputs }: { outputs: boolean }): ListedTool {
  const output = outputs && verbs.length === 1 ? verbs[0]?.entry.output : undefined
  return {
    name,
    description: describe(verbs),
    inputSchema: inputOf(verbs),
    ...(output?.type === 'object' && { outputSchema: { ...leanSchema(output), type: 'object' } }),
    annotations: annotate(verbs),
  }
}

/** Which operation a call means, and its input without the word that chose it. */
export function chooseVerb(
  { name, verbs }: ToolGroup,
  given: Readonly<Record<string, unknown>>,
): { entry: OperationEntry; input: Record<string, unknown> } | { problem: string } {
  const [only] = verbs
  if (only !== undefined && !isGrouped(verbs)) return { entry: only.entry, input: given }
  const { action, ...input } = given
  const verb = verbs.find(({ mount }) => (action === undefined ? mount.otherwise === true : mount.action === action))
  if (verb !== undefined) return { entry: verb.entry, input }
  const actions = verbs.map(({ mount }) => mount.action).join(', ')
  return { problem: `${name} takes an action, one of: ${actions}.` }
}

export function isGrouped(verbs: readonly ToolVerb[]): boolean {
  return verbs.length > 1 || verbs[0]?.mount.action !== undefined
}

function describe(verbs: readonly ToolVerb[]): string {
  if (!isGrouped(verbs)) return verbs.map(({ entry }) => summaryOf(entry)).join(' ')
  return [...verbs.map(verbLine), ...(isLong(verbs) ? [LONG_TEXTS] : [])].join('\n')
}

const LONG_TEXTS = `Texts hold up to ${LONG_TEXT} characters.`

function isLong(verbs: readonly ToolVerb[]): boolean {
  return verbs.some(
    ({ entry, mount }) =>
      mount.brief !== undefined &&
      Object.values(entry.input.properties ?? {}).some(({ maxLength }) => maxLength === LONG_TEXT),
  )
}

/** `archive: Move a finished change to the history. Takes id.`, or `archive(id): to the history` in a tool of many. */
function verbLine({ entry, mount: { action, brief } }: ToolVerb): string {
  if (brief === undefined) return `${action}: ${summaryOf(entry)}${fieldsOf(entry, ' Takes ', '.')}`
  return `${action}${fieldsOf(entry, '(', ')')}${brief === '' ? '' : `: ${brief}`}`
}

function summaryOf({ summary, authority }: OperationEntry): string {
  return authority === 'person' ? `${summary} A person confirms.` : summary
}

/** `id, size?` */
function fieldsOf({ input }: OperationEntry, before: string, after: string): string {
  const fields = Object.keys(input.properties ?? {})
  const shown = fields.map(field => (input.required?.includes(field) === true ? field : `${field}?`))
  return shown.length === 0 ? '' : `${before}${shown.join(', ')}${after}`
}

function inputOf(verbs: readonly ToolVerb[]): ObjectSchema {
  const [first] = verbs
  if (first === undefined || isGrouped(verbs)) return groupSchema(verbs)
  const { example, input } = first.entry
  const schema = leanSchema(input)
  const isShown = Object.keys(example ?? {}).length > 0
  return { ...schema, type: 'object', properties: schema.properties ?? {}, ...(isShown && { examples: [example] }) }
}

/** What is not said has the protocol's default, which for a tool that writes is "destructive". */
function annotate(verbs: readonly ToolVerb[]): Annotations {
  const entries = verbs.map(({ entry }) => entry)
  if (entries.every(({ effect }) => effect === 'read')) return { readOnlyHint: true, openWorldHint: false }
  const repeatable = entries.every(({ http, effect }) => effect === 'read' || IDEMPOTENT.has(http?.method ?? ''))
  return {
    destructiveHint: entries.some(({ effect }) => effect === 'destructive'),
    ...(repeatable && { idempotentHint: true }),
    openWorldHint: false,
  }
}

const IDEMPOTENT: ReadonlySet<string> = new Set(['PUT', 'DELETE'])
