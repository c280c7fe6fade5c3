import { isRefused, refuse } from '../operation/errors.ts'
import type { JsonSchema, OperationEntry } from '../operation/manifest.ts'
import { completeSchema } from '../shared/form/complete-schema.ts'
import { flagParts } from '../shared/form/flag-parts.ts'
import { shell } from '../shared/shell/shell.ts'
import type { Call } from '../workspace/call.ts'
import type { DynamicOperation, DynamicSource } from '../workspace/dynamic.ts'
import { isTrusted } from '../workspace/trust/judge.ts'
import { watchTools } from './files/watch.ts'
import { type FoundTool, findTools } from './find-tool.ts'
import type { Tool, ToolAnswer } from './model.ts'
import { recipeTools } from './recipes/find-recipes.ts'
import { renderAnswer } from './render-tool.ts'
import type { RunRequest } from './run/plan-tool-run.ts'
import { prepareTool, runTool } from './run/run.ts'

/** Every trusted tool as an operation of its own: `furrow run build`, over MCP the tool `tool_build`. */
export const toolSource: DynamicSource = {
  kinds: ['trust', 'tool', 'config'],
  watch: watchTools,
  prepare: prepareTool,
  async list(call, name) {
    const tools = (await findQuietly(call, name?.replace(nameOf(''), ''))).filter(
      tool => isTrusted(tool.standing) && tool.error === undefined,
    )
    const own = new Set(call.manifest.operations.map(({ mcp }) => mcp?.tool))
    return [
      ...tools.map(tool => toOperation(tool, !own.has(mcpName(tool)))),
      ...recipeTools(call)
        .filter(({ trusted }) => trusted)
        .map(ofRecipe),
    ]
  },
}

/** What cannot be read brings no operations along; whoever asks for a tool by name is told why. */
async function findQuietly(call: Call, name?: string): Promise<FoundTool[]> {
  try {
    return await findTools(call, { name })
  } catch (error) {
    if (isRefused(error)) return []
    throw error
  }
}

/** One whose MCP name is taken by an operation of Furrow's own is run by agents with `tool_run`. */
function toOperation(tool: FoundTool, isFree: boolean): DynamicOperation {
  const { mcp, ...entry } = entryOf(tool)
  return {
    entry: { ...entry, ...(isFree && mcp !== undefined && { mcp }) },
    // The door asks before what is always destructive; what depends on the input is refused first, then asked about.
    run: (call, given) =>
      runTool(call, {
        name: tool.place.name,
        ...split(given, takesWait(tool)),
        confirmed: tool.meta.effect === 'destructive',
      }),
    render: output => renderAnswer(output as ToolAnswer),
  }
}

/** Apart from the operations on tools: a tool may be called `build` or `list`. */
function nameOf(tool: string): string {
  return `tools.${tool}`
}

function entryOf(tool: FoundTool): OperationEntry {
  const { meta, place } = tool
  const schema = completeSchema(meta)
  const waiting = takesWait(tool) ? { properties: { ...schema.properties, wait: WAIT } } : {}
  const objects = Object.entries(schema.properties ?? {}).filter(([, property]) => isDeep(property))
  const parts = flagParts(meta)
  const conditions = (meta.form_layout ?? []).flatMap(({ key, show_when: only }) =>
    only === undefined ? [] : [[key, only] as const],
  )
  return {
    name: nameOf(place.name),
    domain: 'tools',
    key: place.name,
    summary: meta.description === '' ? meta.display_name : meta.description,
    effect: meta.effect ?? 'write',
    authority: 'anyone',
    input: { ...schema, ...waiting },
    output: { type: 'object' },
    mcp: { tool: mcpName(tool) },
    cli: {
      path: `run ${place.name}`,
      example: `furrow run ${place.name}`,
      follow: 'cancel',
      ...(takesWait(tool) && { omits: ['wait'] }),
      objects: Object.fromEntries(objects.map(([key]) => [key, 'json' as const])),
      ...(parts.length > 0 && { parts }),
      ...(conditions.length > 0 && { shownWhen: Object.fromEntries(conditions) }),
    },
  }
}

/** As `tool.run` has it, beside the input of the tool's own; a tool that has a `wait` itself is waited for with `tool_run`. */
const MOST_SECONDS = 600
const WAIT: JsonSchema = {
  type: 'integer',
  minimum: 0,
  maximum: MOST_SECONDS,
  description: 'Wait so many seconds for the result; without it only the run id is answered.',
}

function takesWait({ meta }: FoundTool): boolean {
  return !Object.hasOwn(Object(meta.input_schema['properties']) as object, 'wait')
}

function split(given: Readonly<Record<string, unknown>>, takes: boolean): Pick<RunRequest, 'input' | 'wait'> {
  if (!takes) return { input: { ...given } }
  const { wait = 0, ...input } = given
  if (typeof wait === 'number' && Number.isInteger(wait) && wait >= 0 && wait <= MOST_SECONDS) return { input, wait }
  throw refuse('usage', `wait: ${JSON.stringify(wait)} is not a whole number from 0 to ${MOST_SECONDS}.`, {
    target: 'wait',
    fix: shell`furrow tool list`,
  })
}

/** Only for the command line: agents run recipes with `tool_run`. */
function ofRecipe({ name, description, input_schema: schema }: Tool): DynamicOperation {
  return {
    entry: {
      name: nameOf(name),
      domain: 'tools',
      key: name,
      summary: description,
      effect: 'write',
      authority: 'anyone',
      input: { ...schema, type: 'object' },
      output: { type: 'object' },
      cli: { path: `run ${name}`, example: `furrow run ${name}`, follow: 'cancel' },
    },
    run: (call, input) => runTool(call, { name, input: { ...input } }),
    render: output => renderAnswer(output as ToolAnswer),
  }
}

/** A value that no plain flag can spell. */
function isDeep({ type, items, properties, oneOf, anyOf, ...schema }: JsonSchema): boolean {
  if (schema['x-furrow'] === 'range') return false
  if (type === 'object' || properties !== undefined) return true
  const shapes = oneOf ?? anyOf ?? []
  return [items, ...(Array.isArray(shapes) ? shapes : [])].some(each => each !== undefined && isDeep(Object(each)))
}

function mcpName({ place }: FoundTool): string {
  return `tool_${place.name.replaceAll('-', '_')}`
}
