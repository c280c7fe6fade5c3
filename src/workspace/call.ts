import type { Actor } from '../operation/actor.ts'
import type { Clock, Progress, Random } from '../operation/capabilities.ts'
import type { Contract, InputOf, OutputOf } from '../operation/contract.ts'
import type { Refused } from '../operation/errors.ts'
import type { Manifest } from '../operation/manifest.ts'
import type { Outcome } from '../operation/outcome.ts'
import type { Store } from '../store/store.ts'
import type { DoorTraits } from './door-traits.ts'
import type { Home } from './home.ts'
import type { RunInWorker } from './worker-jobs.ts'
import type { Workspace } from './workspace.ts'

/**
 * Everything an implementation may reach for, passed as one object. `store` opens on first use; a domain builds its
 * own service from this (`changesIn(call)`) and asks for a sibling's through a port that the app fills.
 */
export interface Call {
  readonly operation: string
  readonly actor: Actor
  readonly traits: DoorTraits
  readonly signal: AbortSignal
  readonly progress: (progress: Progress) => void
  /** Makes a retried write apply once. */
  readonly operationId: string
  readonly clock: Clock
  readonly random: Random
  readonly env: Readonly<Record<string, string | undefined>>
  readonly manifest: Manifest
  readonly home: Home
  readonly workspace: Workspace
  readonly store: Store
  /** For work that goes on after its answer (a run): awaited before the app closes. Disposed when it has ended. */
  readonly beforeClose: (end: () => Promise<void>) => Disposable
  /** What was read once for this call, and for what it calls through ports; gone with it. */
  readonly memo: Map<string, unknown>
  /** In a server: has long computing done in a thread of its own. Absent, one does it oneself. */
  readonly runInWorker?: RunInWorker
  readonly port: <T>(port: Port<T>) => Promise<T>
  /** Calls another operation as the same caller; its authority is checked again. */
  readonly perform: (name: string, input: unknown, operationId?: string) => Promise<Outcome>
}

/** A need that a domain declares and the app fills: `const memory = port<DecisionLog>('changes.decisions')`. */
export interface Port<T> {
  readonly name: string
  readonly shape?: T
}

export function port<T>(name: string): Port<T> {
  return { name }
}

export interface Implementation<C extends Contract = Contract> {
  readonly contract: C
  /** Refuses what no person could allow either, so that nobody is asked for it. Throws the refusal. */
  possible?(call: Call, input: InputOf<C>): Promise<void>
  run(call: Call, input: InputOf<C>): Promise<OutputOf<C> | Refused>
  /** The markdown that an agent or a terminal reads. */
  render?(output: OutputOf<C>): string
}

/**
 * `export const archive = implement(() => contracts.archive, { run: async (call, { id }) => ..., render: ... })`
 * The contract is a function, so that zod is loaded only by those who look at it.
 */
export function implement<C extends Contract>(
  contract: () => C,
  code: Omit<Implementation<C>, 'contract'>,
): Implementation<C> {
  return {
    get contract() {
      return contract()
    },
    ...code,
  }
}

/** What a resource is asked with. Parameters have passed the validator that their entry names. */
export interface ResourceRequest {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** Names in lower case: `range`, `last-event-id`, `if-none-match`. */
  readonly headers: Readonly<Record<string, string>>
  /** What was sent, where the resource takes bytes. */
  readonly body?: AsyncIterable<Uint8Array>
}

/** A body that is not JSON. An iterable is pulled as fast as the reader reads, and returned when it leaves. */
export interface ResourceBody {
  readonly status?: 200 | 201 | 206 | 304
  readonly headers?: Readonly<Record<string, string>>
  readonly body: Uint8Array | string | AsyncIterable<Uint8Array | string>
}

export type OpenResource = (call: Call, request: ResourceRequest) => Promise<ResourceBody | Refused>

/** What reading the files of a workspace takes. */
export type WorkspaceContext = Pick<Call, 'workspace'>

/** What finding the files of a workspace and of FURROW_HOME takes. */
export type StorageContext = Pick<Call, 'workspace' | 'home'>

/** What starting programs in a workspace takes. */
export type EnvironmentContext = Pick<Call, 'workspace' | 'env'>
