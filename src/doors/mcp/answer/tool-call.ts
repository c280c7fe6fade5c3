import { isDeepStrictEqual } from 'node:util'
import { type CommandCall, readCommand } from '../../../operation/command/command-call.ts'
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
export interface FailedCall {
  readonly entry?: OperationEntry | undefined
  /** What was given and was not at fault. */
  readonly input?: Readonly<Record<string, unknown>>
  /** The field at fault. */
  readonly target?: string | undefined
  /** Fields that were given with a wrong value. */
  readonly wrong?: readonly string[]
}

/** What follows a run on a terminal waits for it over MCP. */
const COUNTERPARTS: Readonly<Record<string, string>> = { 'run.watch': 'run.wait' }

/** Commands that list what there is. */
const OVERVIEWS: ReadonlySet<string> = new Set(['furrow reference', 'furrow help'])

/** The tool and arguments that do what a furrow command would do; nothing for what is a person's to do. */
export function toolCallFor(command: string, surface: Surface, asked: FailedCall = {}): ToolCall | undefined {
  if (OVERVIEWS.has(command)) return { name: OTHER_TOOLS, arguments: {} }
  const call = readCommand(surface.operations, command)
  // An agent may ask for what a person decides, so it is shown what such a tool takes.
  if (call === undefined || (call.entry.authority === 'person' && !call.isHelp)) return undefined
  const entry = counterpartOf(call.entry, surface)
  const { mcp } = entry
  if (mcp === undefined) return undefined
  const action = mcp.action === undefined || mcp.otherwise === true ? {} : { action: mcp.action }
  if (call.isHelp && !isListed(mcp.tool, surface.profile)) return { name: OTHER_TOOLS, arguments: { name: mcp.tool } }
  const { input, needs } = call.isHelp ? corrected(entry, faultIn(entry, asked)) : completed(entry, call)
  // Nothing shows which part of the call was wrong: what the tool takes does, and the same call would fail again.
  if (
    call.isHelp &&
    needs.length === 0 &&
    isDeepStrictEqual(input, asked.input ?? {}) &&
    asked.entry?.name === entry.name
  )
    return { name: OTHER_TOOLS, arguments: { name: mcp.tool } }
  return listedCall({ name: mcp.tool, arguments: { ...action, ...input }, ...(needs.length > 0 && { needs }) }, surface)
}

/** The call that failed, with the field at fault left to who makes it. */
export function repeatedCall(surface: Surface, { entry, input = {}, target }: FailedCall): ToolCall | undefined {
  if (entry?.mcp === undefined || target === undefined || entry.input.properties?.[target] === undefined)
    return undefined
  const { mcp } = entry
  const action = mcp.action === undefined || mcp.otherwise === true ? {} : { action: mcp.action }
  return listedCall({ name: mcp.tool, arguments: { ...action, ...input }, needs: [target] }, surface)
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
function faultIn({ name }: OperationEntry, asked: FailedCall): FailedCall {
  return asked.entry === undefined || asked.entry.name === name ? asked : {}
}

/** A command that leaves one text open stands for all that belong together, as the example shows them. */
function completed({ input: { required = [] }, example = {} }: OperationEntry, { input, needs }: CommandCall) {
  const more = needs.length > 0 && required.length === 0 ? Object.keys(example) : []
  return { input, needs: [...new Set([...needs, ...more])].filter(field => input[field] === undefined) }
}

/** What was given and fits; the rest is for the caller to say, because nobody else knows it. */
function corrected(
  { input, example = {} }: OperationEntry,
  { input: given = {}, target = '', wrong = [] }: FailedCall,
) {
  const known = Object.keys(input.properties ?? {})
  const kept = Object.fromEntries(Object.entries(given).filter(([field]) => known.includes(field)))
  const { required = [] } = input
  const faulty = wrong.filter(field => known.includes(field))
  const needed = [...required, ...[target, ...faulty].filter(field => known.includes(field))].filter(
    field => kept[field] === undefined,
  )
  // Where no single field is required, or nothing shows which one is missing, the example says what belongs together.
  const isRepeated = needed.length === 0 && Object.keys(kept).length === Object.keys(given).length
  const usual = faulty.length === 0 && (required.length === 0 || isRepeated) ? Object.keys(example) : []
  const needs = [...new Set([...needed, ...usual])].filter(field => kept[field] === undefined)
  return { input: kept, needs }
}
