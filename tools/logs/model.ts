export const LEVELS = ['error', 'warning', 'info', 'debug'] as const
export type Level = (typeof LEVELS)[number]

export const SOURCES = ['files', 'journald', 'docker', 'kubectl', 'command', 'render', 'http'] as const
export type SourceName = (typeof SOURCES)[number]

/** One line of a log, as far as it says something of itself. */
export interface Entry {
  text: string
  message: string
  level?: Level
  /** Milliseconds since the epoch. */
  time?: number
}

export interface Range {
  from?: number
  to?: number
}

export interface Input {
  source: SourceName
  service?: string
  files: string
  command?: string
  namespace?: string
  since?: string
  range?: { start?: string; end?: string }
  level: Level | 'all'
  grep?: string
  limit: number
  follow: boolean
  follow_seconds: number
  query?: Record<string, string>
  mapping?: Partial<Mapping>
  timeout_seconds: number
}

/** How the answers of an HTTP interface are read: paths like `data.items`, names of parameters. */
export interface Mapping {
  items: string
  time: string
  message: string
  level: string
  start_param: string
  end_param: string
  time_format: 'iso' | 'seconds' | 'milliseconds' | 'nanoseconds'
  cursor: string
  cursor_param: string
}
