import { readCommand } from '../../../operation/command/command-call.ts'
import type { OperationEntry } from '../../../operation/manifest.ts'
import { OTHER_TOOLS } from '../tools/other-tools.ts'
import { isListed, type Profile } from '../tools/profile.ts'

/** A call of a tool that the client lists, with the arguments that are left to who makes it. */
export interface ToolCall {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly needs?: readonly string[]
}

/** What a connection lists, and all that there is. */
export interface Surface {
  readonly operations: readonly OperationEntry[]
  readonly profile: Profile
}

/** The call that failed. */
export interface Asked {
  readonly entry?: OperationEntry | undefined
  readonly input?: Readonly<Record<string, unknown>>
}

/** What follows a run on a terminal waits for it over MCP. */
const COUNTERPARTS: Readonly<Record<string, string>> = { 'run.watch': 'run.wait' }

/** Commands that list what there is. */
const OVERVIEWS: ReadonlySet<string> = new Set(['furrow reference', 'furrow help'])

/** The tool and arguments that do what a furrow command would do; nothing for what is a person's to do. */
export function toolCallFor(command: string, surface: Surface, asked: Asked = {}): ToolCall | undefined {
  if (OVERVIEWS.has(command)) return { name: OTHER_TOOLS, arguments: {} }
  const call = readCommand(surface.operations, command)
  if (call === undefined || call.entry.authority === 'person') return undefined
  const entry = counterpartOf(call.entry, surface)
  const { mcp } = entry
  if (mcp === undefined) return undefined
  const action = mcp.action === undefined || mcp.otherwise === true ? {} : { action: mcp.action }
  if (call.isHelp && !isListed(mcp.tool, surface.profile)) return { name: OTHER_TOOLS, arguments: { name: mcp.tool } }
  const { input, needs } = call.isHelp ? corrected(entry, givenTo(entry, asked)) : call
  return listedCall({ name: mcp.tool, arguments: { ...action, ...input }, ...(needs.length > 0 && { needs }) }, surface)
}

/** The same call by a way that the client lists. */
export function listedCall(call: ToolCall, { profile }: Surface): ToolCall {
  if (isListed(call.name, profile)) return call
  const { name, arguments: given, ...more } = call
  return { name: OTHER_TOOLS, arguments: { name, arguments: given }, ...more }
}

/** `sdd_change_advance {"stage":"tasks"} with content` */
export function spellCall({ name, arguments: given, needs = [] }: ToolCall): string {
  return `${name} ${JSON.stringify(given)}${needs.length === 0 ? '' : ` with ${needs.join(', ')}`}`
}

function counterpartOf(entry: OperationEntry, { operations }: Surface): OperationEntry {
  const other = COUNTERPARTS[entry.name]
  return operations.find(({ name }) => name === other) ?? entry
}

/** What was said to one operation says nothing about another. */
function givenTo({ name }: OperationEntry, { entry, input = {} }: Asked): Readonly<Record<string, unknown>> {
  return entry === undefined || entry.name === name ? input : {}
}

/** What was given and fits; the rest is for the caller to say, because nobody else knows it. */
function corrected({ input, example = {} }: OperationEntry, given: Readonly<Record<string, unknown>>) {
  const known = Object.keys(input.properties ?? {})
  const kept = Object.fromEntries(Object.entries(given).filter(([field]) => known.includes(field)))
  const missing = (input.required ?? []).filter(field => kept[field] === undefined)
  // An operation that requires no single field is explained by those of its example.
  const needs = missing.length > 0 || Object.keys(kept).length > 0 ? missing : Object.keys(example)
  return { input: kept, needs }
}
