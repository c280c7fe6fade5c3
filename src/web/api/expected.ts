import type { Actor } from './types.ts'

/** Operations that the pages call and the registry does not hold yet; each goes when it does. */
export interface Expected {
  'run.list': { given: RunFilter; output: { runs: Run[]; next?: string | undefined } }
  'run.show': { given: { id: string }; output: Run }
  'run.cancel': { given: { id: string }; output: Run }
  'run.pin': { given: { id: string; pinned?: boolean | undefined }; output: Run }
  'run.delete': { given: { id: string }; output: unknown }
  'run.tail': {
    given: { id: string; from?: number | undefined; count?: number | undefined }
    output: { run: Run; lines: { n: number; t: number; level: string; text: string }[]; total: number }
  }
}

interface RunFilter {
  status?: RunStatus | undefined
  kind?: RunKind | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

type RunStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'timed_out' | 'cancelled' | 'interrupted'
type RunKind = 'exec' | 'gate' | 'tool' | 'agent' | 'index'

interface Run {
  id: string
  kind: RunKind
  label: string
  argv?: string[] | undefined
  cwd: string
  status: RunStatus
  reason?: string | undefined
  exit_code?: number | undefined
  signal?: string | undefined
  level: 'namespace' | 'group'
  actor: Actor
  trigger: string
  started_at: string
  ended_at?: string | undefined
  duration_ms?: number | undefined
  position?: number | undefined
  bytes?: number | undefined
  lines?: number | undefined
  cut?: boolean | undefined
  attachments?: { name: string; type: string; bytes: number }[] | undefined
  pinned?: boolean | undefined
}
