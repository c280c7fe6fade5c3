export const LEVELS = ['info', 'success', 'warning', 'error'] as const
export type Level = (typeof LEVELS)[number]

export const PROVIDERS = ['slack', 'discord', 'github', 'webhook'] as const
export type ProviderName = (typeof PROVIDERS)[number]

export interface Message {
  text: string
  title?: string
  level: Level
}

export interface Input {
  provider: ProviderName
  message: string
  title?: string
  level: Level
  channel?: string
  repo?: string
  issue?: number
  labels?: string[]
  max_wait_seconds: number
  timeout_seconds: number
}

/** One request, as the provider wants it. */
export interface Parcel {
  url: string
  headers: Record<string, string>
  body: unknown
  /** Something of the message was too long for the provider and is cut. */
  truncated: boolean
  /** Whether an answer with a good status is one that the provider gives. */
  confirms(text: string): boolean
}

/** The fields of an answer; Slack answers "ok", some with nothing. */
export function objectIn(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>
  } catch {
    return {}
  }
}
