import type { JsonSchema, OperationEntry } from '../../operation/manifest.ts'
import { lean, merged } from './schema.ts'

/** The operations behind one MCP tool: a single one, or verbs told apart by `action`. */
export interface ToolGroup {
  readonly name: string
  readonly verbs: readonly OperationEntry[]
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

export function groupTools(entries: readonly OperationEntry[]): ReadonlyMap<string, ToolGroup> {
  const groups = new Map<string, { name: string; verbs: OperationEntry[] }>()
  for (const entry of entries) {
    if (entry.mcp === undefined) continue
    const group = groups.get(entry.mcp.tool) ?? { name: entry.mcp.tool, verbs: [] }
    group.verbs.push(entry)
    groups.set(group.name, group)
  }
  return groups
}

export function listTool({ name, verbs }: ToolGroup, { outputs }: { outputs: boolean }): ListedTool {
  const output = outputs && verbs.length === 1 ? verbs[0]?.output : undefined
  return {
    name,
    description: describe(verbs),
    inputSchema: inputOf(verbs),
    ...(output?.type === 'object' && { outputSchema: { ...lean(output), type: 'object' } }),
    annotations: annotate(verbs),
  }
}

/** Which operation a call means, and its input without the word that chose it. */
export function chooseVerb(
  { name, verbs }: ToolGroup,
  given: Readonly<Record<string, unknown>>,
): { entry: OperationEntry; input: Record<string, unknown> } | { problem: string } {
  const [only] = verbs
  if (only !== undefined && !isGrouped(verbs)) return { entry: only, input: given }
  const { action, ...input } = given
  const entry = verbs.find(({ mcp }) => (action === undefined ? mcp?.otherwise === true : mcp?.action === action))
  if (entry !== undefined) return { entry, input }
  const actions = verbs.map(verb => verb.mcp?.action).join(', ')
  return { problem: `${name} takes an action, one of: ${actions}.` }
}

function describe(verbs: readonly OperationEntry[]): string {
  if (!isGrouped(verbs)) return verbs.map(summaryOf).join(' ')
  return verbs.map(verb => `${verb.mcp?.action}: ${summaryOf(verb)}${fieldsOf(verb)}`).join('\n')
}

function summaryOf({ summary, authority }: OperationEntry): string {
  return authority === 'person' ? `${summary} A person confirms.` : summary
}

/** ` Takes id, size?.` */
function fieldsOf({ input }: OperationEntry): string {
  const fields = Object.keys(input.properties ?? {})
  const shown = fields.map(field => (input.required?.includes(field) === true ? field : `${field}?`))
  return shown.length === 0 ? '' : ` Takes ${shown.join(', ')}.`
}

function inputOf(verbs: readonly OperationEntry[]): ObjectSchema {
  const [first] = verbs
  if (first !== undefined && !isGrouped(verbs)) {
    const schema = lean(first.input)
    return { ...schema, type: 'object', properties: schema.properties ?? {} }
  }
  const meant = verbs.find(({ mcp }) => mcp?.otherwise === true)?.mcp?.action
  const properties: Record<string, JsonSchema> = {
    action: {
      type: 'string',
      enum: verbs.map(verb => verb.mcp?.action ?? ''),
      ...(meant !== undefined && { default: meant }),
    },
  }
  for (const { input } of verbs) {
    for (const [key, schema] of Object.entries(input.properties ?? {})) {
      const earlier = properties[key]
      properties[key] = earlier === undefined ? lean(schema) : merged(earlier, lean(schema))
    }
  }
  const always = Object.keys(properties).filter(key => verbs.every(({ input }) => input.required?.includes(key)))
  const required = [...(meant === undefined ? ['action'] : []), ...always]
  return { type: 'object', properties, required, additionalProperties: false }
}

/** What is not said has the protocol's default, which for a tool that writes is "destructive". */
function annotate(verbs: readonly OperationEntry[]): Annotations {
  if (verbs.every(({ effect }) => effect === 'read')) return { readOnlyHint: true, openWorldHint: false }
  const repeatable = verbs.every(({ http, effect }) => effect === 'read' || IDEMPOTENT.has(http?.method ?? ''))
  return {
    destructiveHint: verbs.some(({ effect }) => effect === 'destructive'),
    ...(repeatable && { idempotentHint: true }),
    openWorldHint: false,
  }
}

const IDEMPOTENT: ReadonlySet<string> = new Set(['PUT', 'DELETE'])

function isGrouped(verbs: readonly OperationEntry[]): boolean {
  return verbs.length > 1 || verbs[0]?.mcp?.action !== undefined
}
