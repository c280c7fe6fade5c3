import path from 'node:path'
import type { Actor } from '../../operation/actor.ts'
import { damaged } from '../../store/documents/document.ts'
import { openJson } from '../../store/documents/json/json.ts'
import { readBytes } from '../../store/files/read-file.ts'
import type { Transaction } from '../../store/journal/transaction.ts'
import type { Call } from '../call.ts'
import { type Granted, Pins } from './model.ts'

export function readPins(call: Pick<Call, 'home' | 'workspace'>): Pins {
  const file = pinsFile(call)
  const bytes = readBytes(file)
  if (bytes === undefined) return none(call)
  const known = remembered.get(file)
  if (known?.bytes.equals(bytes) === true) return known.pins
  const pins = parse(bytes, file)
  remembered.set(file, { bytes, pins })
  return pins
}

/** Asked at every listing and before everything that runs; the same bytes say the same. */
const remembered = new Map<string, { readonly bytes: Buffer; readonly pins: Pins }>()

/** Its name alone makes no folder: a home may be one that nothing can be written to. */
export function pinsFile(call: Pick<Call, 'home' | 'workspace'>): string {
  return path.join(call.home.dir, ...pinsLocation(call))
}

/** Reads the pins again inside a section and writes what `change` makes of them. */
export function changePins(tx: Transaction, call: Call, change: (pins: Pins) => Pins): void {
  // Made before the section writes, because the person's folders are for the person alone.
  const file = call.home.file(...pinsLocation(call))
  const below = tx.under(call.home.dir)
  const place = pinsLocation(call).join('/')
  const current = below.read(place)
  const next = change(current === undefined ? none(call) : parse(current.bytes, file))
  below.write(place, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 })
  tx.emit('trust', call.workspace.repository.id)
}

export function grantedBy({ kind, id, door }: Actor, now: number): Granted {
  return { at: new Date(now).toISOString(), by: { kind, id, door } }
}

function pinsLocation({ workspace }: Pick<Call, 'workspace'>): [string, string] {
  return ['trust', `${workspace.repository.id}.json`]
}

function none({ workspace }: Pick<Call, 'workspace'>): Pins {
  return { schema_version: 1, repository: workspace.repository.commonDir, pins: [], follow: [] }
}

/** A damaged file trusts nothing and is never taken for an empty one. */
function parse(bytes: Uint8Array, file: string): Pins {
  const result = Pins.safeParse(openJson(bytes, file).data())
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw damaged(file, `holds no list of what is trusted: ${issue?.message}`, { field: issue?.path.join('.') ?? '' })
}
