import { isRefused, refuse } from '../../operation/errors.ts'
import type { RunPlan } from '../../runs/start/run-plan.ts'
import { needsConsent } from '../../shared/follow-ups/consent.ts'
import { withFormDefaults } from '../../shared/form/defaults.ts'
import { missingInput } from '../../shared/form/missing-input.ts'
import { partSecrets } from '../../shared/form/secret-values.ts'
import { shell } from '../../shared/shell/shell.ts'
import { resolveInside } from '../../store/files/contain.ts'
import type { Call } from '../../workspace/call.ts'
import { requestPerson } from '../../workspace/requests/requests.ts'
import { type FoundTool, findToolAgain, requireTrusted, requireWorking } from '../find-tool.ts'
import type { FormField, JsonObject, ToolMeta } from '../model.ts'
import { isRecipe, planRecipe } from '../recipes/plan-recipe.ts'
import { commandFor, variablesFor } from '../runtime/command.ts'
import { configHash, whyNotSetUp } from '../setup/state.ts'
import { whyNotRange } from './formats.ts'
import { MISSING, type Misfit } from './misfits.ts'
import { withFormRequired } from './required-fields.ts'
import { secretsFor } from './secrets.ts'
import { validInput } from './validate.ts'

const PLAIN_SECONDS = 30
const STREAMING_SECONDS = 300
const SETUP_SECONDS = 600

export interface RunRequest {
  readonly name: string
  readonly input: JsonObject
  readonly confirmed?: boolean | undefined
  readonly mode?: 'run' | 'setup'
  readonly links?: readonly string[]
  /** Seconds for which the caller waits for its end. */
  readonly wait?: number | undefined
  /** Which field of the caller's own input the tool's is, where it is not all of it. */
  readonly asksIn?: string
}

/** Everything that could keep a tool from running is found out here, before anything is recorded or started. */
export async function planRun(call: Call, request: RunRequest): Promise<RunPlan> {
  const { mode = 'run' } = request
  if (isRecipe(request.name)) return planRecipe(call, request.name, request.input)
  const tool = await findToolAgain(call, request.name)
  requireTrusted(call, tool)
  requireWorking(tool)
  if (mode === 'run') await refuseUnready(call, tool)
  const input = mode === 'run' ? checkedInput(call, tool, request) : {}
  const { secrets, kept, given, access } = await secretsFor(call, tool, input)
  await requireConsent(call, tool, { ...request, input })
  const { argv, runtime } = await commandFor(call, tool.place, { closure: tool.closure, mode: [`--${mode}`] })
  const { meta, closure, place } = tool
  const { shown, masks } = withoutSecretFields(meta, input)
  return {
    kind: 'tool',
    label: place.name,
    argv,
    cwd: call.workspace.root,
    timeoutSeconds: secondsFor(meta, mode),
    secrets,
    masks,
    ...(given !== undefined && { given }),
    ...(access !== undefined && { access }),
    network: true,
    variables: variablesFor(place),
    ...(mode === 'run' && { stdin: JSON.stringify(input) }),
    forkable: runtime === 'node',
    ...(meta.exclusive === true && { exclusive: `tool:${place.name}` }),
    ...(request.links !== undefined && { links: request.links }),
    ...(mode === 'run' && staysHere(meta, request) && { detach: false }),
    tool: {
      name: place.name,
      mode,
      version: meta.version,
      hash: closure.hash,
      runtime,
      ...(kept.length > 0 && { kept_grants: [...kept] }),
      ...(masks.length > 0 && { not_kept: [...new Set(masks.map(({ name }) => name))] }),
      ...(mode === 'run' ? { input: shown } : { config_hash: configHash(tool) }),
      ...(meta.streaming === true && { streaming: true }),
      ...(meta.persist_interactions === false && { passing: true }),
      tags: [],
      notes: null,
    },
  }
}

/**
 * A caller who waits for a plain tool needs no process beside it; one who does not may be gone before its end. What is
 * not to be kept is held by the process that ran it, which has to be there when somebody asks.
 */
function staysHere({ streaming, persist_interactions: kept }: ToolMeta, { wait = 0 }: RunRequest): boolean {
  return streaming !== true && (wait > 0 || kept === false)
}

function secondsFor({ timeout_seconds, streaming }: ToolMeta, mode: 'run' | 'setup'): number {
  if (mode === 'setup') return Math.max(timeout_seconds ?? 0, SETUP_SECONDS)
  return timeout_seconds ?? (streaming === true ? STREAMING_SECONDS : PLAIN_SECONDS)
}

async function refuseUnready(call: Call, tool: FoundTool): Promise<void> {
  const reason = await whyNotSetUp(call, tool)
  if (reason === undefined) return
  throw refuse('blocked', reason, { target: tool.place.name, fix: shell`furrow tool setup ${tool.place.name}` })
}

/** An empty text that was given is the input; the schema says whether it may be empty. */
function checkedInput(call: Call, { meta, place }: FoundTool, { input: typed, asksIn }: RunRequest): JsonObject {
  const given = withFormDefaults(meta, typed)
  const wanted = Object.fromEntries(
    Object.entries(given).filter(([key, value]) => value !== null || takesNull(meta.input_schema, key)),
  )
  const schema = withFormRequired(meta, wanted)
  const input = validInput(place.name, schema, wanted, misfits => questionFor(meta, misfits, asksIn))
  for (const { key, type, required } of meta.form_layout ?? []) {
    if (type === 'file') checkFile(call, key, input[key])
    if (type === 'date_range') checkRange(place.name, { key, required }, input[key])
  }
  return input
}

/** Where nothing is wrong but what is missing: what to ask a person for. */
function questionFor(meta: ToolMeta, misfits: readonly Misfit[], asksIn: string | undefined): JsonObject {
  if (misfits.some(({ message }) => message !== MISSING)) return {}
  const schema = missingInput(
    meta,
    misfits.map(({ field }) => field),
  )
  return schema === undefined ? {} : { ask: { schema, ...(asksIn !== undefined && { in: asksIn }) } }
}

/** Many clients say null for what they leave out. */
function takesNull(schema: JsonObject, key: string): boolean {
  const { properties = {} } = schema as { properties?: Record<string, unknown> }
  const { type } = Object(properties[key]) as { type?: unknown }
  return [type].flat().includes('null')
}

/** A file is one of this workspace. */
function checkFile(call: Call, key: string, value: unknown): void {
  if (typeof value !== 'string' || value === '') return
  try {
    resolveInside(call.workspace.root, value)
  } catch (error) {
    if (!isRefused(error)) throw error
    throw refuse('usage', `${key}: ${error.message}`, { target: key })
  }
}

/** An end may be left open, except where the range is required. */
function checkRange(tool: string, { key, required }: Pick<FormField, 'key' | 'required'>, value: unknown): void {
  const { start, end } = Object(value) as { start?: unknown; end?: unknown }
  const isHalf = required === true && value !== undefined && !(start && end)
  const reason = value === undefined ? undefined : isHalf ? 'needs a start and an end' : whyNotRange(value)
  if (reason === undefined) return
  throw refuse('usage', `${tool}: ${key} ${reason}.`, { target: key, fix: shell`furrow tool info ${tool}` })
}

/** What cannot be taken back is for a person to say, each time. */
async function requireConsent(call: Call, { meta, place }: FoundTool, request: RunRequest): Promise<void> {
  if (request.mode === 'setup' || !needsConsent(meta, request.input)) return
  const { name } = place
  if (call.actor.kind === 'person' && request.confirmed === true) return
  const why = meta.effect === 'destructive' ? 'cannot be undone' : 'says of itself that this needs a person'
  const { shown } = withoutSecretFields(meta, request.input)
  const again = shell`furrow tool run ${name} --confirmed --input ${JSON.stringify(shown)}`
  if (call.actor.kind === 'person')
    throw refuse('blocked', `${meta.display_name} ${why}, so it has to be confirmed.`, {
      target: name,
      fix: again,
      details: {
        confirm: true,
        reasons: [{ code: 'unconfirmed', message: `It ${why}.`, ids: [name], fix: again }],
      },
    })
  const { id, address } = await requestPerson(call, 'tool.run', { name, input: shown, confirmed: true })
  throw refuse('needs_person', `${name} ${why}, and is for a person to run; ${call.actor.id} is an agent.`, {
    target: name,
    fix: again,
    details: { request: id, ...(address !== undefined && { address }) },
  })
}

/** Values of secret fields go to the tool and nowhere else. */
function withoutSecretFields(meta: ToolMeta, input: JsonObject) {
  const { shown, secrets } = partSecrets(meta, input)
  const masks = secrets.flatMap(({ name, value }) => textsIn(value).map(text => ({ name, value: text })))
  return { shown, masks }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}
