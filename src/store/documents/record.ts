import { isDeepStrictEqual } from 'node:util'
import { openJson } from './json/json.ts'

/** The bytes of a JSON record after a move: what the move does not name keeps its place and spelling. */
export function printRecord(
  record: Readonly<Record<string, unknown>>,
  keys: readonly string[],
  { before, path }: { before: Buffer | undefined; path: string },
): string {
  if (before === undefined) return `${JSON.stringify(record, null, 2)}\n`
  const document = openJson(before, path)
  const data = document.data() as Record<string, unknown>
  for (const key of keys) {
    if (record[key] === undefined) document.remove([key])
    else if (!isDeepStrictEqual(plain(data[key]), plain(record[key]))) document.set([key], record[key])
  }
  return document.print()
}

function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}
