import fs from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { StorageContext } from '../../workspace/call.ts'
import type { Run } from '../model.ts'
import { ATTACHMENTS, RESULT_FILE } from '../protocol/attach.ts'
import { logFolder } from '../record/record-files.ts'
import { createJsonScanner, type JsonSpan } from './json-scanner.ts'

export type Steps = readonly (string | number)[]

/** A file, or what a record held. */
export type JsonSource = string | Buffer

const CHUNK = 256 * 1024

/** Where the whole result of a run is, when its record does not hold it. */
export function resultFile(place: StorageContext, { id, tool }: Run): string | undefined {
  if (tool?.result?.['spooled'] !== RESULT_FILE) return undefined
  const file = path.join(logFolder(place, id), ATTACHMENTS, RESULT_FILE)
  return fs.existsSync(file) ? file : undefined
}

/** Where values are in a JSON file; nothing for a path that leads nowhere. The file is read once, and never held. */
export async function locateInResult(file: JsonSource, paths: readonly Steps[]): Promise<(JsonSpan | undefined)[]> {
  const found: (JsonSpan | undefined)[] = paths.map(() => undefined)
  const deepest = Math.max(0, ...paths.map(({ length }) => length))
  const here: (string | number | undefined)[] = []
  const scanner = createJsonScanner({
    deepest,
    open(depth, step) {
      if (depth > 0) here[depth - 1] = step
    },
    close(depth, _, span) {
      for (const [index, steps] of paths.entries())
        if (steps.length === depth && steps.every((step, at) => step === here[at])) found[index] = span
    },
  })
  for await (const chunk of resultChunks(file)) scanner.push(chunk)
  scanner.end()
  return found
}

/** The values directly inside one, in their order, as many at a time as a chunk of the file has. */
export async function* childrenOf(
  file: JsonSource,
  { start, end }: Pick<JsonSpan, 'start' | 'end'>,
): AsyncGenerator<(JsonSpan & { readonly step: string | number })[]> {
  let children: (JsonSpan & { readonly step: string | number })[] = []
  const scanner = createJsonScanner({
    deepest: 1,
    close(depth, step, span) {
      if (depth === 1 && step !== undefined)
        children.push({ ...span, step, start: span.start + start, end: span.end + start })
    },
  })
  for await (const chunk of resultChunks(file, start, end)) {
    scanner.push(chunk)
    if (children.length > 0) yield children
    children = []
  }
}

/** A part of a file as text; a character that is cut at an end is left out. */
export async function textBetween(file: JsonSource, start: number, end: number): Promise<string> {
  if (typeof file !== 'string') return withoutCutCharacters(file.subarray(start, end))
  await using handle = await open(file, 'r')
  const buffer = Buffer.alloc(Math.max(0, end - start))
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, start)
  return withoutCutCharacters(buffer.subarray(0, bytesRead))
}

function withoutCutCharacters(bytes: Buffer): string {
  return bytes.toString().replace(/^\ufffd+|\ufffd+$/g, '')
}

export async function* resultChunks(
  file: JsonSource,
  start = 0,
  end = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  if (typeof file !== 'string') return yield file.subarray(start, end)
  await using handle = await open(file, 'r')
  const buffer = Buffer.allocUnsafe(CHUNK)
  for (let at = start; at < end; ) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(CHUNK, end - at), at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
