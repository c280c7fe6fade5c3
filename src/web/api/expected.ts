/** The operations that the pages call, as they answer over HTTP. */
export interface Operations {
  'workspace.status': { input: Record<string, never>; output: Status }
  'store.log': { input: { limit?: number; cursor?: string }; output: { entries: LogEntry[]; next?: string } }
  'store.undo': { input: { id: string }; output: unknown }
  'run.list': { input: RunFilter; output: { runs: Run[]; next?: string } }
  'run.show': { input: { id: string }; output: Run }
  'run.cancel': { input: { id: string }; output: unknown }
  'config.list': { input: Record<string, never>; output: { values: ConfigValue[] } }
  'config.set': { input: { key: string; value: unknown; scope?: string }; output: unknown }
  'request.show': { input: { id: string }; output: PersonRequest }
  'request.confirm': { input: { id: string }; output: unknown }
  'request.dismiss': { input: { id: string }; output: unknown }
}

export interface Actor {
  readonly kind: 'person' | 'agent'
  readonly id: string
  readonly door: string
}

export interface Status {
  readonly workspace: { readonly root: string; readonly name: string; readonly branch?: string }
  readonly version: string
  readonly needs: readonly Need[]
  readonly running: readonly Run[]
  readonly recent: readonly Recent[]
  /** Agents with an open connection. */
  readonly agents?: readonly { readonly id: string }[]
}

export interface Need {
  readonly kind: string
  readonly title: string
  readonly detail?: string
  readonly fix?: string
  readonly href?: string
}

export interface Recent {
  readonly op: string
  readonly operation: string
  readonly actor: Actor
  readonly at: string
  readonly summary: string
}

export interface LogEntry {
  readonly id: string
  readonly operation: string
  readonly actor: Actor
  readonly at: string
  readonly files: readonly { readonly path: string; readonly change: string }[]
  readonly state: string
  readonly undoable: boolean
}

export type RunStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'timed_out' | 'cancelled' | 'interrupted'

export interface RunFilter {
  readonly status?: RunStatus
  readonly kind?: string
  readonly limit?: number
  readonly cursor?: string
}

export interface Run {
  readonly id: string
  readonly kind: string
  readonly label: string
  readonly argv?: readonly string[]
  readonly status: RunStatus
  readonly actor: Actor
  readonly started_at: string
  readonly ended_at?: string
  readonly duration_ms?: number
  readonly exit_code?: number
  readonly signal?: string
  readonly level: string
  readonly position?: number
  readonly bytes?: number
  readonly lines?: number
  readonly cut?: boolean
  readonly attachments?: readonly Attachment[]
}

export interface Attachment {
  readonly name: string
  readonly type: string
  readonly bytes: number
}

export interface ConfigValue {
  readonly key: string
  readonly value: unknown
  readonly source?: string
}

export interface PersonRequest {
  readonly id: string
  readonly operation: string
  readonly summary: string
  readonly input: unknown
  readonly actor: Actor
  readonly created_at: string
  readonly status: string
}
