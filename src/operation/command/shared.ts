/** Flags that every command takes, at any place before `--`. */
export interface SharedFlag {
  readonly name: string
  readonly short?: string
  /** What its value is called; without one it takes none. */
  readonly value?: string
  readonly summary: string
}

export const SHARED: readonly SharedFlag[] = [
  { name: 'json', summary: 'one JSON document on stdout: the answer, or { "error": ... }' },
  { name: 'yes', short: 'y', summary: 'do not ask; it does not make you a person' },
  { name: 'workspace', value: 'dir', summary: 'the workspace to work in, by itself the one around you' },
  { name: 'operation-id', value: 'id', summary: 'a retry with the same id is applied once' },
  { name: 'help', short: 'h', summary: 'this text' },
]

/** `--workspace`, `--workspace=x` or `-y`, if it is one of them. */
export function sharedFlag(word: string): SharedFlag | undefined {
  const [typed = ''] = word.split('=', 1)
  return SHARED.find(({ name, short }) => typed === `--${name}` || (short !== undefined && typed === `-${short}`))
}
