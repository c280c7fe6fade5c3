/** A flag as every provider has one. */
export interface Flag {
  readonly name: string
  readonly description?: string
  /** In each environment that it is known in. */
  readonly environments: Readonly<Record<string, boolean>>
  readonly created_at?: string
  readonly last_seen_at?: string
  /** Meant to stay: an operational switch, a permission. */
  readonly permanent?: boolean
  /** What the provider itself says. */
  readonly provider_stale?: boolean
}

export interface ShownFlag extends Flag {
  /** In the chosen environment; in all of them when none was chosen, and null when they differ. */
  readonly enabled: boolean | null
  readonly stale: boolean
  readonly stale_reason?: string
  /** Files of this project that name it. */
  readonly references?: readonly string[]
}

export interface Provider {
  list(): Promise<readonly Flag[]>
  get(name: string): Promise<Flag>
  toggle(name: string, environment: string, enabled: boolean): Promise<void>
}

export interface Judged {
  readonly environment?: string | undefined
  readonly days: number
  readonly now: number
  readonly references?: readonly string[] | undefined
}

const DAY_MS = 86_400_000

/** The flag with what can be said about it: whether it is on, and whether it has done its work. */
export function shownFlag(flag: Flag, judged: Judged): ShownFlag {
  const reason = whyStale(flag, judged)
  return {
    ...flag,
    enabled: enabledIn(flag, judged.environment),
    stale: reason !== undefined,
    ...(reason !== undefined && { stale_reason: reason }),
    ...(judged.references !== undefined && { references: judged.references }),
  }
}

export function enabledIn({ environments }: Flag, environment: string | undefined): boolean | null {
  if (environment !== undefined) return environments[environment] ?? null
  const states = new Set(Object.values(environments))
  const [only] = states
  return states.size === 1 ? (only ?? null) : null
}

/** A flag that decides nothing any more only makes code harder to read. */
export function whyStale(flag: Flag, { days, now, references }: Judged): string | undefined {
  if (flag.provider_stale === true) return 'its provider calls it stale'
  if (references !== undefined && references.length === 0) return 'nothing in this project names it'
  if (flag.permanent === true || flag.created_at === undefined) return undefined
  const age = Math.floor((now - Date.parse(flag.created_at)) / DAY_MS)
  if (!(age >= days)) return undefined
  const everywhere = enabledIn(flag, undefined)
  if (everywhere !== null) return `${age} days old, it is ${everywhere ? 'on' : 'off'} everywhere`
  const seen = flag.last_seen_at === undefined ? undefined : Math.floor((now - Date.parse(flag.last_seen_at)) / DAY_MS)
  return seen !== undefined && seen >= days ? `nobody has asked for it for ${seen} days` : undefined
}
