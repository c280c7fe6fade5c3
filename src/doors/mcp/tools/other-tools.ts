import type { OperationEntry } from '../../../operation/manifest.ts'
import { groupTools, type ListedTool, listTool, type ToolGroup } from './tools.ts'

/** The tool of the default list that leads to all the others. */
export const OTHER_TOOLS = 'furrow_tools'

export const otherTools: ListedTool = {
  name: OTHER_TOOLS,
  description:
    'Other tools (board, agent runs, log, threads, config, ...): no name lists them, a name shows what one takes, arguments call it.',
  inputSchema: {
    type: 'object',
    properties: { name: { type: 'string' }, arguments: { type: 'object' } },
    additionalProperties: false,
    examples: [{ name: 'furrow_log', arguments: { action: 'list' } }],
  },
  annotations: { openWorldHint: false },
}

/** What `furrow_tools` was asked for. */
export type OtherTool =
  | { readonly kind: 'list' }
  | { readonly kind: 'show'; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly arguments: Record<string, unknown> }
  | { readonly kind: 'problem'; readonly problem: string }

export function readOtherTool({ name, arguments: given, ...more }: Readonly<Record<string, unknown>>): OtherTool {
  const [unknown] = Object.keys(more)
  if (unknown !== undefined)
    return { kind: 'problem', problem: `${OTHER_TOOLS} takes name and arguments; put ${unknown} into arguments.` }
  if (name === undefined && given === undefined) return { kind: 'list' }
  if (typeof name !== 'string' || name === OTHER_TOOLS)
    return { kind: 'problem', problem: 'name: the name of another tool.' }
  if (given === undefined) return { kind: 'show', name }
  if (given === null || typeof given !== 'object' || Array.isArray(given))
    return { kind: 'problem', problem: 'arguments: an object.' }
  return { kind: 'call', name, arguments: given as Record<string, unknown> }
}

/** Every tool that has no place on the list, in a line each. */
export function describeOthers(entries: readonly OperationEntry[], isListed: (name: string) => boolean) {
  const seconds = new Set(entries.flatMap(({ mcp }) => mcp?.also?.tool ?? []))
  const tools = [...groupTools(entries).values()]
    .filter(({ name }) => !isListed(name) && !seconds.has(name))
    .map(group => ({ name: group.name, does: lineOf(group) }))
  return { value: { tools }, text: tools.map(({ name, does }) => `- ${name}: ${does}`).join('\n') }
}

export function describeTool(group: ToolGroup) {
  const { annotations: _, ...tool } = listTool(group, { outputs: false })
  return { value: { tool }, text: `# ${tool.name}\n\n${tool.description}\n\n${JSON.stringify(tool.inputSchema)}` }
}

function lineOf({ verbs }: ToolGroup): string {
  const actions = verbs.flatMap(({ mount }) => mount.action ?? [])
  const [only] = verbs
  return actions.length === 0 && only !== undefined ? only.entry.summary : actions.join(', ')
}
