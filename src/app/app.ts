import path from 'node:path'
import type * as z from 'zod'
import type { Actor } from '../operation/actor.ts'
import { type Clock, type Progress, type Random, systemClock, systemRandom } from '../operation/capabilities.ts'
import { isRefused, type Refused, refuse, toFailure } from '../operation/errors.ts'
import type { Manifest, OperationEntry } from '../operation/manifest.ts'
import { withChoices } from '../operation/names/choices.ts'
import { stampedId } from '../operation/names/naming.ts'
import { withoutSecrets } from '../operation/names/secret-fields.ts'
import type { Outcome } from '../operation/outcome.ts'
import { withoutPins } from '../operation/pins.ts'
import { recordFolders, runsFolder } from '../runs/record/record-folders.ts'
import type { RunOutputEvent } from '../runs/watch/watch-run.ts'
import { folderOf as secretsFolder } from '../secrets/secret-folders.ts'
import { shell } from '../shared/shell/shell.ts'
import { whyNotStored } from '../store/database/sqlite.ts'
import { resolveInside } from '../store/files/contain.ts'
import { adoptMovedState } from '../store/moved/adopt.ts'
import { Store } from '../store/store.ts'
import type { Call, Implementation, Port, ResourceRequest } from '../workspace/call.ts'
import { DOOR_TRAITS, type DoorTraits } from '../workspace/door-traits.ts'
import { type Home, openHome } from '../workspace/home.ts'
import { endRequests } from '../workspace/requests/requests.ts'
import type { RunInWorker } from '../workspace/worker-jobs.ts'
import { openWorkspace, type Workspace } from '../workspace/workspace.ts'
import { whyNotAuthorized } from './authority.ts'
import type { Domain } from './domain.ts'
import { dynamicKinds, listDynamic, prepareDynamic, watchDynamic } from './dynamic.ts'
import { effectsFor } from './effects.ts'
import { ports } from './fill-ports.ts'
import { type OpenedResource, openResource } from './open.ts'
import { domains } from './registry.ts'
import { whyNotPlain } from './rules/plain-values.ts'
import { noInput, parseInput, takesInput, toMarkdown } from './rules/shape.ts'

export interface AppOptions {
  readonly manifest: Manifest
  /** Any folder inside the workspace. */
  readonly root: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly clock?: Clock
  readonly random?: Random
  /** Does long computing outside this thread; see `apart/thread.ts`. */
  readonly runInWorker?: RunInWorker
  /** Tests hold implementations to their output schema. */
  readonly checkOutputs?: boolean
}

export interface CallOptions {
  readonly actor: Actor
  /** What the door does otherwise than its kind. */
  readonly traits?: Partial<DoorTraits>
  readonly signal?: AbortSignal
  readonly progress?: (progress: Progress) => void
  readonly operationId?: string
}

export interface ListOptions extends CallOptions {
  /** Nothing but the one of this name, of those that the repository brings along. */
  readonly only?: string
  /** Those of the manifest alone, with the words that the repository adds to their choices. */
  readonly own?: boolean
}

/** The core behind every door: operations by name, on one workspace, composed when first needed. */
export interface App extends AsyncDisposable {
  readonly manifest: Manifest
  readonly home: Home
  readonly workspace: Workspace
  readonly store: Store
  call(name: string, input: unknown, options: CallOptions): Promise<Outcome>
  /** Refuses what cannot be done whatever a person answers, before the person is asked. */
  check(name: string, input: unknown, options: CallOptions): Promise<Refused | undefined>
  /** Opens a body that is not JSON. */
  open(name: string, request: ResourceRequest, options: CallOptions): Promise<OpenedResource>
  /** What a run wrote and writes, and its end; `lossless` readers of a run of this process hold it up. */
  watch(run: string, options: CallOptions & { lossless?: boolean }): AsyncIterable<RunOutputEvent>
  /** Work of Furrow's own that no caller may ask for by name: the host of a run. */
  within<T>(name: string, options: CallOptions, work: (call: Call) => Promise<T>): Promise<T>
  /** Every operation there is now: those of the manifest, then those the repository brings along. */
  list(options: ListOptions): Promise<readonly OperationEntry[]>
  /** Begins what a call of this operation of the repository's will need, while its caller is still finding out more. */
  prepare(name: string, options: CallOptions): Promise<void>
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
    traits: { ...DOOR_TRAITS[given.actor.door], ...given.traits },
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
    ...(options.runInWorker !== undefined && { runInWorker: options.runInWorker }),
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
    check: (name, input, given) => whyNotPossible(begin({ name }, given), index.get(name), input),
    open: (name, request, given) => openResource(begin({ name }, given), name, request),
    async *watch(run, { lossless = false, ...given }) {
      const { watchOutput } = await import('../runs/watch/watch-run.ts')
      const call = begin({ name: 'run.watch' }, given)
      yield* watchOutput(call, run, { lossless, signal: call.signal })
    },
    within: (name, given, work) => work(begin({ name }, given)),
    async list({ only, own = false, ...given }) {
      const call = begin({ name: 'app.list' }, given)
      const dynamic = own ? [] : (await listDynamic(call, only)).map(({ entry }) => entry)
      if (only !== undefined) return dynamic
      const { addedChoices } = await import('./added-choices.ts')
      return [...withChoices(options.manifest.operations, await addedChoices(call)), ...dynamic]
    },
    prepare(name, given) {
      // What fails here fails again in the call itself, which says so.
      return prepareDynamic(begin({ name: 'app.prepare' }, given), name).catch(() => undefined)
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
    const sdlc = resolveInside(place.workspace.root, '.sdlc', { write: true })
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
      (await whyNotAuthorized(call, entry, {
        input: parsed,
        possible: () => possibleIn(implementation, call, parsed),
      })) ??
      (chosenId && entry.effect !== 'read'
        ? (await import('./rules/idempotency.ts')).whyNotRepeatable(call, parsed)
        : undefined)
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

async function whyNotPossible(
  call: Call,
  entry: OperationEntry | undefined,
  input: unknown,
): Promise<Refused | undefined> {
  if (entry === undefined || !takesInput(entry)) return undefined
  try {
    const implementation = await load(entry)
    await possibleIn(implementation, call, parseInput(entry, implementation.contract.input, input))
    return undefined
  } catch (error) {
    if (isRefused(error)) return error
    throw error
  }
}

async function possibleIn(implementation: Implementation, call: Call, input: unknown): Promise<void> {
  await implementation.possible?.(call, input as never)
}

/** Whoever asked for exactly this waits no longer, by whichever way it was done. */
function endAnswered(call: Call, entry: OperationEntry, input: unknown): void {
  try {
    const plain = (given: unknown) => JSON.stringify(withoutPins(entry, Object(given)))
    const done = plain(withoutSecrets(entry, (input ?? {}) as Record<string, unknown>))
    endRequests(call, 'confirmed', ({ operation, input: asked }) => operation === entry.name && plain(asked) === done)
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
    const refusal = await whyNotAuthorized(call, operation.entry, { input: given })
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
