import path from 'node:path'
import type * as z from 'zod'
import type { Actor } from '../operation/actor.ts'
import { type Clock, type Progress, type Random, systemClock, systemRandom } from '../operation/capabilities.ts'
import { isRefused, type Refused, refuse, toFailure } from '../operation/errors.ts'
import type { Manifest, OperationEntry } from '../operation/manifest.ts'
import { stampedId } from '../operation/naming.ts'
import type { Outcome } from '../operation/outcome.ts'
import { withoutSecrets } from '../operation/secret-fields.ts'
import { shell } from '../operation/shell.ts'
import { recordFolders, runsFolder } from '../runs/folder.ts'
import type { OutputNews } from '../runs/watch.ts'
import { folderOf as secretsFolder } from '../secrets/places.ts'
import { contain } from '../store/contain.ts'
import { adoptMovedState } from '../store/moved/adopt.ts'
import { whyNotStored } from '../store/sqlite.ts'
import { Store } from '../store/store.ts'
import type { Apart } from '../workspace/apart.ts'
import type { Call, Implementation, Port, ResourceRequest } from '../workspace/call.ts'
import { type Home, openHome } from '../workspace/home.ts'
import { endRequests } from '../workspace/requests/requests.ts'
import { openWorkspace, type Workspace } from '../workspace/workspace.ts'
import { whyNotAllowed } from './authority.ts'
import type { Domain } from './domain.ts'
import { dynamicKinds, listDynamic, watchDynamic } from './dynamic.ts'
import { effectsFor } from './effects.ts'
import { type Opened, openResource } from './open.ts'
import { whyNotPlain } from './plain.ts'
import { ports } from './ports.ts'
import { domains } from './registry.ts'
import { noInput, parseInput, takesInput, toMarkdown } from './shape.ts'

export interface AppOptions {
  readonly manifest: Manifest
  /** Any folder inside the workspace. */
  readonly root: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly clock?: Clock
  readonly random?: Random
  /** Does long computing outside this thread; see `apart/thread.ts`. */
  readonly apart?: Apart
  /** Tests hold implementations to their output schema. */
  readonly checkOutputs?: boolean
}

export interface CallOptions {
  readonly actor: Actor
  readonly signal?: AbortSignal
  readonly progress?: (progress: Progress) => void
  readonly operationId?: string
}

/** The core behind every door: operations by name, on one workspace, composed when first needed. */
export interface App extends AsyncDisposable {
  readonly manifest: Manifest
  readonly home: Home
  readonly workspace: Workspace
  readonly store: Store
  call(name: string, input: unknown, options: CallOptions): Promise<Outcome>
  /** Opens a body that is not JSON. */
  open(name: string, request: ResourceRequest, options: CallOptions): Promise<Opened>
  /** What a run wrote and writes, and its end; `lossless` readers of a run of this process hold it up. */
  watch(run: string, options: CallOptions & { lossless?: boolean }): AsyncIterable<OutputNews>
  /** Work of Furrow's own that no caller may ask for by name: the host of a run. */
  within<T>(name: string, options: CallOptions, work: (call: Call) => Promise<T>): Promise<T>
  /** Every operation there is now: those of the manifest, then those the repository brings along. */
  list(options: CallOptions & { readonly only?: string }): Promise<readonly OperationEntry[]>
  /** Calls back when `list` may answer differently. */
  onListChanged(listener: () => void): Promise<Disposable>
}

export function createApp(options: AppOptions): App {
  const env = options.env ?? process.env
  const home = openHome(env)
  const workspace = openWorkspace(options.root)
  adoptMovedState(home.dir, workspace.repository)
  const clock = options.clock ?? systemClock
  let opened: Store | undefined
  const outdated: Store[] = []
  const newStore = () =>
    new Store({ repository: workspace.repository, home: home.dir, clock, sweeps: unfinishedIn({ workspace, home }) })
  const openStore = () => {
    if (opened?.isReplaced === true) opened = undefined
    opened ??= newStore()
    if (opened.frozen === undefined) return opened
    // It may be possible to write again; whoever still reads through the frozen one goes on with it.
    const next = newStore()
    if (next.frozen !== undefined) next.close()
    else outdated.push(opened)
    opened = next.frozen === undefined ? next : opened
    return opened
  }
  const index = new Map(options.manifest.operations.map(entry => [entry.name, entry]))

  const random = options.random ?? systemRandom
  const newId = () => stampedId(clock.now(), random, 10)
  const endings = new Set<() => Promise<void>>()
  const beforeClose = (end: () => Promise<void>): Disposable => {
    endings.add(end)
    return { [Symbol.dispose]: () => void endings.delete(end) }
  }

  const begin = (
    entry: Pick<OperationEntry, 'name'>,
    given: CallOptions,
    {
      id = given.operationId,
      memo = new Map<string, unknown>(),
    }: { id?: string | undefined; memo?: Call['memo'] } = {},
  ): Call => ({
    operation: entry.name,
    actor: given.actor,
    signal: given.signal ?? new AbortController().signal,
    progress: given.progress ?? (() => undefined),
    get operationId() {
      id ??= newId()
      return id
    },
    clock,
    random,
    env,
    manifest: options.manifest,
    home,
    workspace,
    get store() {
      return openStore()
    },
    beforeClose,
    memo,
    ...(options.apart !== undefined && { apart: options.apart }),
    port: <T>(port: Port<T>) => fillPort(port, call => begin(entry, { ...given, ...call }, { memo })),
    perform: (name, input, operationId = newId()) => run(name, input, { ...given, operationId, chosenId: false }),
  })

  const run = async (name: string, input: unknown, given: CallOptions & { chosenId: boolean }): Promise<Outcome> => {
    const oddity = whyNotPlain(input)
    if (oddity !== undefined) return { ok: false, error: toFailure(refuse('usage', oddity, { target: name })) }
    const entry = index.get(name)
    if (entry === undefined) return performDynamic(begin({ name }, given), name, input)
    const call = begin(entry, given)
    const { chosenId } = given
    const outcome = await perform(call, entry, { input, check: options.checkOutputs === true, chosenId })
    if (outcome.ok && entry.effect !== 'read') await opened?.outbox.drain(effectsFor(call))
    return outcome
  }

  const app: App = {
    manifest: options.manifest,
    home,
    workspace,
    get store() {
      return openStore()
    },
    call: (name, input, given) => run(name, input, { ...given, chosenId: given.operationId !== undefined }),
    open: (name, request, given) => openResource(begin({ name }, given), name, request),
    async *watch(run, { lossless = false, ...given }) {
      const { watchOutput } = await import('../runs/watch.ts')
      const call = begin({ name: 'run.watch' }, given)
      yield* watchOutput(call, run, { lossless, signal: call.signal })
    },
    within: (name, given, work) => work(begin({ name }, given)),
    async list({ only, ...given }) {
      const dynamic = await listDynamic(begin({ name: 'app.list' }, given), only)
      return [...options.manifest.operations, ...dynamic.map(({ entry }) => entry)]
    },
    async onListChanged(listener) {
      const events = onEvent(openStore(), await dynamicKinds(), listener)
      const watches = [events, ...(await watchDynamic({ workspace }, listener))]
      return {
        [Symbol.dispose]() {
          for (const watch of watches) watch[Symbol.dispose]()
        },
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.allSettled([...endings].map(end => end()))
      for (const store of [...outdated, ...(opened === undefined ? [] : [opened])]) store.close()
    },
  }
  return app
}

/** Where domains write files of their own outside the journal. */
function unfinishedIn(place: { workspace: Workspace; home: Home }): string[] {
  try {
    const sdlc = contain(place.workspace.root, '.sdlc', { write: true })
    return [secretsFolder(place), sdlc, path.dirname(runsFolder(place)), ...recordFolders(place)]
  } catch (error) {
    // A link that leads outside is refused where it matters, by the operation that would use it.
    if (isRefused(error)) return [secretsFolder(place)]
    throw error
  }
}

async function perform(
  call: Call,
  entry: OperationEntry,
  { input, check, chosenId }: { input: unknown; check: boolean; chosenId: boolean },
): Promise<Outcome> {
  try {
    const implementation = await load(entry)
    const parsed = takesInput(entry) ? parseInput(entry, implementation.contract.input, input) : noInput(entry, input)
    const refusal =
      (await whyNotAllowed(call, entry, { input: parsed, possible: () => possibleIn(implementation, call, parsed) })) ??
      (chosenId && entry.effect !== 'read' ? (await import('./repeats.ts')).whyNotRepeatable(call, parsed) : undefined)
    if (refusal !== undefined) return { ok: false, error: toFailure(refusal) }
    const value = await implementation.run(call, parsed)
    if (isRefused(value)) return { ok: false, error: toFailure(value) }
    if (check) (implementation.contract.output as z.ZodType).parse(value)
    if (entry.authority === 'person') endAnswered(call, entry, parsed)
    return succeeded(implementation, value)
  } catch (error) {
    return failedOutcome(call, error)
  }
}

async function possibleIn(implementation: Implementation, call: Call, input: unknown): Promise<void> {
  await implementation.possible?.(call, input as never)
}

/** Whoever asked for exactly this waits no longer, by whichever way it was done. */
function endAnswered(call: Call, entry: OperationEntry, input: unknown): void {
  try {
    const done = JSON.stringify(withoutSecrets(entry, (input ?? {}) as Record<string, unknown>))
    endRequests(call, 'confirmed', ({ operation, input: asked }) => {
      return operation === entry.name && JSON.stringify(asked) === done
    })
  } catch (error) {
    // It is done; where the state cannot be read, the request stays and can be dismissed.
    if (!isRefused(error)) throw error
  }
}

function succeeded(implementation: Implementation, value: unknown): Outcome {
  return {
    ok: true,
    value,
    text: () => implementation.render?.(value) ?? toMarkdown(value),
    get presented() {
      const { status = 200, headers = {} } = implementation.contract.mounts.http?.present?.(value) ?? {}
      return { status, headers }
    },
  }
}

async function performDynamic(call: Call, name: string, input: unknown): Promise<Outcome> {
  try {
    const [operation] = await listDynamic(call, name)
    if (operation === undefined) return { ok: false, error: toFailure(unknownOperation(name)) }
    const given = (input ?? {}) as Record<string, unknown>
    const refusal = await whyNotAllowed(call, operation.entry, { input: given })
    const value = refusal ?? (await operation.run(call, given))
    if (isRefused(value)) return { ok: false, error: toFailure(value) }
    return { ok: true, value, text: () => operation.render?.(value) ?? toMarkdown(value) }
  } catch (error) {
    return failedOutcome(call, error)
  }
}

function failedOutcome(call: Call, thrown: unknown): Outcome {
  const error = isRefused(thrown) ? thrown : whyNotStored(thrown, call.home.dir)
  if (isRefused(error)) return { ok: false, error: toFailure(error) }
  if (!call.signal.aborted) throw error
  return { ok: false, error: toFailure(refuse('cancelled', `${call.operation} was cancelled.`)) }
}

function onEvent(store: Store, kinds: ReadonlySet<string>, listener: () => void): Disposable {
  let last = store.events.last()
  return store.events.watch(() => {
    const page = store.events.since(last)
    last = store.events.last()
    if (page.kind === 'reset' || page.events.some(({ kind }) => kinds.has(kind))) listener()
  })
}

async function load(entry: OperationEntry): Promise<Implementation> {
  const domain = (domains as Record<string, Domain>)[entry.domain]
  const loader = domain?.operations[entry.key]
  if (loader === undefined) throw new Error(`${entry.name} is in the manifest but not in the registry`)
  return loader()
}

async function fillPort<T>(port: Port<T>, begin: (given: Partial<CallOptions>) => Call): Promise<T> {
  const fill = ports[port.name]
  if (fill === undefined) throw new Error(`nothing fills the port ${port.name}`)
  return (await fill(begin({}))) as T
}

function unknownOperation(name: string): Refused {
  return refuse('not_found', `There is no operation ${name}.`, { target: name, fix: shell`furrow reference` })
}
