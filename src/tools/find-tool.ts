import path from 'node:path'
import { isRefused, refuse } from '../operation/errors.ts'
import { didYouMean } from '../operation/names/nearest.ts'
import { shell } from '../shared/shell/shell.ts'
import type { Call } from '../workspace/call.ts'
import { isTrusted, judgeTrust, keepsGrants, type TrustState } from '../workspace/trust/judge.ts'
import type { Pins } from '../workspace/trust/model.ts'
import { readPins } from '../workspace/trust/pins.ts'
import { whyNotTrusted } from '../workspace/trust/require.ts'
import type { TrustSubject } from '../workspace/trust/subjects.ts'
import { type Closure, closureAsBefore, closureNow, closureOf, type FileStamps } from './files/closure.ts'
import type { CoveredPackage } from './files/snapshot.ts'
import {
  BUILT_IN_FOLDER,
  misnamedTools,
  TOOL_FILE,
  TOOLS,
  type ToolPlace,
  toolPlace,
  toolPlaces,
} from './files/tool-folders.ts'
import { forgetFailure, toolMetaOf } from './meta/ask.ts'
import { blankMeta, type ReadMeta, readMeta } from './meta/read-meta.ts'
import type { MetaProblem, ToolMeta } from './model.ts'
import { type FoundRuntime, findRuntime } from './runtime/find-runtime.ts'
import { shippedHash, shippedMeta } from './shipped.ts'

/** A tool with all that its files and its own word say. */
export interface FoundTool {
  readonly place: ToolPlace
  /** Relative to the workspace; of a built-in tool that is not in it, its name in the package. */
  readonly path: string
  readonly closure: Closure
  readonly standing: TrustState
  readonly builtIn: boolean
  /** It is in a folder that a person follows and lets keep its grants. */
  readonly keepsGrants: boolean
  readonly meta: ToolMeta
  readonly problems: readonly MetaProblem[]
  readonly error?: string
}

/** Every tool, or the one of this name, each on its own: a broken one is a row with its error. */
export async function findTools(
  call: Call,
  { runtime = findRuntime(call), name }: { runtime?: FoundRuntime; name?: string | undefined } = {},
): Promise<FoundTool[]> {
  const known = { pins: readPins(call), runtime, fresh: false }
  const looks: FileStamps = new Map()
  const places = toolPlaces(call, (folder, base) => closureAsBefore(folder, base, looks) !== undefined)
  const wanted = name === undefined ? places : places.filter(place => place.name === name)
  return Promise.all(wanted.map(place => asBefore(place, known, looks) ?? look(call, place, known)))
}

/** One tool by name, its files read again whatever they look like. */
export async function findTool(call: Call, name: string): Promise<FoundTool> {
  const place = toolPlace(call, name)
  if (place !== undefined) return look(call, place, { pins: readPins(call), runtime: findRuntime(call), fresh: true })
  const misnamed = misnamedTools(call).find(each => each.name === name)
  if (misnamed !== undefined)
    throw refuse('invalid_state', `${TOOLS}/${name} is not used as a tool: its name ${misnamed.why}.`, {
      target: name,
      fix: shell`furrow tool sync --check`,
    })
  const known = toolPlaces(call).map(each => each.name)
  throw refuse('not_found', `There is no tool ${name}.${didYouMean(name, known)}`, {
    target: name,
    fix: shell`furrow tool list`,
  })
}

/** The same; one that could not say what it is, is asked again: the cause may have passed. */
export async function findToolAgain(call: Call, name: string): Promise<FoundTool> {
  const tool = await findTool(call, name)
  if (tool.error === undefined || tool.closure.hash === '') return tool
  forgetFailure(call, tool.closure)
  return findTool(call, name)
}

/** A tool that may be executed now, or the refusal that says why not. */
export function requireTrusted(call: Pick<Call, 'home' | 'workspace'>, tool: FoundTool): void {
  if (isTrusted(tool.standing)) return
  // What could not be read cannot be judged either: that is what is wrong, not that somebody has to trust it.
  if (tool.closure.hash === '') requireWorking(tool)
  const refusal = whyNotTrusted(call, toolSubjectOf(tool))
  if (refusal !== undefined) throw refusal
}

export function requireWorking({ error, place }: FoundTool): void {
  if (error === undefined) return
  throw refuse('invalid_state', `${place.name} is broken: ${error}`, {
    target: place.name,
    fix: shell`furrow tool info ${place.name}`,
  })
}

export function toolSubjectOf({
  place,
  path: file,
  closure,
}: Pick<FoundTool, 'place' | 'path' | 'closure'>): TrustSubject {
  const { hash, files, packages } = closure
  return {
    name: `tool:${place.name}`,
    path: file,
    hash,
    commands: [...files.map(each => path.relative(place.base, each)), ...packages.map(packageLine)],
    covers: {
      files: files.length,
      packages: packages.length,
      package_files: packages.reduce((sum, each) => sum + each.files, 0),
    },
  }
}

function packageLine({ name, version, path: folder, files }: CoveredPackage): string {
  return `package ${name}${version === '' ? '' : ` ${version}`} (${folder}, ${files} file${files === 1 ? '' : 's'})`
}

interface KnownRuntime {
  readonly pins: Pins
  readonly runtime: FoundRuntime
  /** Files are read again whatever they look like. */
  readonly fresh: boolean
}

/** Files, trust and runtime that are as they were say what they said. Failures are not kept: they may have passed. */
function asBefore({ folder, base }: ToolPlace, known: KnownRuntime, looks: FileStamps): FoundTool | undefined {
  const closure = closureAsBefore(folder, base, looks)
  const before = closure === undefined ? undefined : looked.get(closure)
  return before !== undefined && isSame(before.known, known) ? before.tool : undefined
}

const looked = new WeakMap<Closure, { readonly known: KnownRuntime; readonly tool: FoundTool }>()

function isSame(before: KnownRuntime, now: KnownRuntime): boolean {
  return before.pins === now.pins && before.runtime === now.runtime
}

function keep(tool: FoundTool, known: KnownRuntime): FoundTool {
  looked.set(tool.closure, { known, tool })
  return tool
}

async function look(call: Call, place: ToolPlace, known: KnownRuntime): Promise<FoundTool> {
  const { pins, runtime, fresh } = known
  const file = pathOf(call, place)
  const base = {
    place,
    path: file,
    builtIn: BUILT_IN_FOLDER.includes(place.name),
    keepsGrants: place.source === 'repository' && keepsGrants(file, pins, call.workspace.root),
  }
  const unread = { ...base, meta: blankMeta(place.name), problems: [] }
  try {
    const { root } = call.workspace
    const closure = fresh ? closureNow(place.folder, { ...place, root }) : closureOf(place.folder, { ...place, root })
    const standing = standingOf(call, { ...base, closure }, pins)
    if (!isTrusted(standing)) return keep({ ...unread, closure, standing }, known)
    const shipped = shippedMeta(place.name, closure)
    const said = shipped === undefined ? await toolMetaOf(call, place, { closure, runtime }) : { meta: shipped }
    if ('error' in said) return { ...unread, closure, standing, error: said.error }
    return keep({ ...base, closure, standing, ...readOnce(place.name, said.meta) }, known)
  } catch (error) {
    if (!isRefused(error)) throw error
    return { ...unread, closure: { hash: '', files: [], packages: [] }, standing: 'new', error: error.message }
  }
}

/** What ships with Furrow is trusted as it ships, and in no other form. */
function standingOf(
  { workspace }: Call,
  tool: Pick<FoundTool, 'place' | 'path' | 'closure'> & { builtIn: boolean },
  pins: Pins,
): TrustState {
  if (tool.place.source === 'package') return 'trusted'
  if (tool.builtIn && shippedHash(tool.place.name) === tool.closure.hash) return 'trusted'
  return judgeTrust(toolSubjectOf(tool), pins, workspace.root)
}

function pathOf({ workspace }: Pick<Call, 'workspace'>, { folder, name, source }: ToolPlace): string {
  return source === 'package'
    ? `furrow:${name}/${TOOL_FILE}`
    : path.relative(workspace.root, path.join(folder, TOOL_FILE))
}

/** What a tool said is kept as it is while it says nothing else, so it is read once. */
const read = new WeakMap<object, ReadMeta>()

function readOnce(name: string, said: Record<string, unknown>): ReadMeta {
  const known = read.get(said)
  if (known?.meta.name === name) return known
  const meta = readMeta(name, said)
  read.set(said, meta)
  return meta
}
