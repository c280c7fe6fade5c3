import { isRefused, refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import type { RunPlan } from '../../runs/plan.ts'
import { contain } from '../../store/contain.ts'
import type { Call } from '../../workspace/call.ts'
import { requestPerson } from '../../workspace/requests/requests.ts'
import { type FoundTool, findToolAgain, requireTrusted, requireWorking } from '../find.ts'
import { needsConsent } from '../follow-ups/consent.ts'
import { withFormDefaults } from '../form/defaults.ts'
import type { FormField, JsonObject, ToolMeta } from '../model.ts'
import { isRecipe, planRecipe } from '../recipes/plan.ts'
import { commandFor, variablesFor } from '../runtime/command.ts'
import { configHash, whyNotSetUp } from '../setup/state.ts'
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
}

/** Everything that could keep a tool from running is found out here, before anything is recorded or started. */
export async function planRun(call: Call, request: RunRequest): Promise<RunPlan> {
  const { mode = 'run' } = request
  if (isRecipe(request.name)) return planRecipe(call, request.name, request.input)
  const tool = await findToolAgain(call, request.name)
  requireTrusted(call, tool)
  requireWorking(tool)
  if (mode === 'run') await refuseUnready(call, tool)
  const input = mode === 'run' ? checkedInput(call, tool, request.input) : {}
  const { secrets, kept } = await secretsFor(call, tool, input)
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

/** Fields left empty are left out, as a form does it. */
function checkedInput(call: Call, { meta, place }: FoundTool, typed: JsonObject): JsonObject {
  const given = withFormDefaults(meta, typed)
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '' && value !== null))
  const wanted = Object.fromEntries(
    Object.entries(given).filter(([key, value]) => key in filled || isMeant(meta.input_schema, key, value)),
  )
  const input = validInput(place.name, meta.input_schema, wanted)
  for (const { key, type } of meta.form_layout ?? []) if (type === 'file') checkFile(call, key, input[key])
  return input
}

/** An empty value counts where the schema has no use for a missing one. */
function isMeant(schema: JsonObject, key: string, value: unknown): boolean {
  const { required = [], properties = {} } = schema as { required?: unknown; properties?: Record<string, unknown> }
  const known = Object(properties[key]) as { type?: unknown; enum?: unknown[]; default?: unknown }
  if (value === null) return [known.type].flat().includes('null')
  return Array.isArray(required) && required.includes(key)
}

/** A file is one of this workspace. */
function checkFile(call: Call, key: string, value: unknown): void {
  if (typeof value !== 'string') return
  try {
    contain(call.workspace.root, value)
  } catch (error) {
    if (!isRefused(error)) throw error
    throw refuse('usage', `${key}: ${error.message}`, { target: key })
  }
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
function withoutSecretFields({ form_layout = [] }: ToolMeta, input: JsonObject) {
  const hidden = form_layout.filter(({ secret }: FormField) => secret === true).map(({ key }) => key)
  const shown = Object.fromEntries(Object.entries(input).filter(([key]) => !hidden.includes(key)))
  const masks = hidden.flatMap(key => textsIn(input[key]).map(value => ({ name: key, value })))
  return { shown, masks }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}
