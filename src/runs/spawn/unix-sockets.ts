import { existsSync, readFileSync } from 'node:fs'

const TABLE = '/proc/net/unix'

/** The names that sockets of this network namespace are bound to: paths as their programs gave them, abstract ones with an @. */
export function boundSockets(): string[] {
  if (!existsSync(TABLE)) return []
  const rows = readFileSync(TABLE, 'utf8').split('\n').slice(1)
  // Programs that give the whole length of an abstract name fill it with null bytes, shown as @.
  return rows.flatMap(row => /^(?:\S+\s+){7}(\S.*?)@*$/.exec(row)?.[1] ?? [])
}
