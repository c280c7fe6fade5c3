import type * as z from 'zod'
import { damaged } from '../store/documents/document.ts'
import { openJson } from '../store/documents/json/json.ts'
import { writeDurably } from '../store/files/files.ts'
import { readBytes } from '../store/files/read-file.ts'
import type { Transaction } from '../store/journal/transaction.ts'
import type { Call, StorageContext } from '../workspace/call.ts'
import { type Grant, Grants, Uses } from './model.ts'
import { grantsFile, usesFile } from './secret-folders.ts'

export function readGrants(where: StorageContext): readonly Grant[] {
  const file = grantsFile(where)
  const bytes = readBytes(file)
  return bytes === undefined ? [] : parse(Grants, bytes, file).grants
}

/** Reads the grants again inside a section and writes what `change` makes of them. */
export function changeGrants(tx: Transaction, call: Call, change: (grants: readonly Grant[]) => Grant[]): void {
  const { repository } = call.workspace
  // Made before the section writes, because the person's folders are for the person alone.
  const file = call.home.file('secrets', repository.id, 'grants.json')
  const below = tx.under(call.home.dir)
  const place = `secrets/${repository.id}/grants.json`
  const current = below.read(place)
  const grants = change(current === undefined ? [] : parse(Grants, current.bytes, file).grants)
  const next: Grants = { schema_version: 1, repository: repository.commonDir, grants }
  below.write(place, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 })
  tx.emit('secrets', repository.id)
}

export function readUses(where: StorageContext): Uses['uses'] {
  const file = usesFile(where)
  const bytes = readBytes(file)
  return bytes === undefined ? {} : parse(Uses, bytes, file).uses
}

/** Notes that a tool was given these, by `NAME@scope`. */
export async function noteUses(call: Call, tool: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const at = new Date(call.clock.now()).toISOString()
  const file = call.home.file('secrets', call.workspace.repository.id, 'uses.json')
  await call.store.exclusively(() => {
    const uses = { ...readUses(call), ...Object.fromEntries(keys.map(key => [key, { at, tool }])) }
    writeDurably(file, Buffer.from(`${JSON.stringify({ schema_version: 1, uses }, null, 2)}\n`))
  }, call.signal)
}

/** A damaged file grants nothing and is never taken for an empty one. */
function parse<Schema extends z.ZodType>(schema: Schema, bytes: Uint8Array, file: string): z.output<Schema> {
  const result = schema.safeParse(openJson(bytes, file).data())
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw damaged(file, `is not what it should be: ${issue?.message}`, { field: issue?.path.join('.') ?? '' })
}
