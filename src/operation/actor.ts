export type Door = 'cli' | 'mcp' | 'http' | 'web'

/** Who calls. Set by the door, never by the input. */
export interface Actor {
  readonly kind: 'person' | 'agent'
  /** Stable name of the caller: `person`, `claude-code`, `run:20260102-101500-a1b`, `token:ci`. */
  readonly id: string
  readonly door: Door
  /** Person-only operations that this caller may use although it is no person at a terminal (a script's token). */
  readonly allow?: readonly string[]
}

export type Effect = 'read' | 'write' | 'destructive'
export type Authority = 'anyone' | 'person'

/** A word of `allow`: `trust` covers `trust.grant`; `grant` covers `secrets.grant`; a full name covers itself. */
export function covers(word: string, name: string): boolean {
  const parts = name.split('.')
  return word === name || word === parts[0] || word === parts.at(-1)
}
