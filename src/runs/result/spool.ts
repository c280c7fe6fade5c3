import fs from 'node:fs'
import path from 'node:path'
import { tempName } from '../../store/files/files.ts'
import type { Masker } from '../mask/masker.ts'
import type { Attachment, ToolResult } from '../model.ts'
import { ATTACHMENTS, RESULT_FILE } from '../protocol/attach.ts'
import { createJsonMaskStream } from '../protocol/mask-json.ts'
import { createJsonScanner, type JsonSpan } from './json-scanner.ts'
import { beginningOf } from './preview.ts'

/** What a record keeps of such a result besides its preview. */
const LARGEST_MEMBER = 16 * 1024
const MEMBERS_BYTES = 64 * 1024
export const INLINE_DEPTH = 40
const PREVIEW = 4000
/** Beyond it a result is not kept. */
const LARGEST_RESULT = 2 ** 30

export interface ResultSpool {
  push(chunk: Buffer): void
  /** It is not JSON, whatever may follow. */
  readonly failed: boolean
  readonly isTooLarge: boolean
  /** The result as its record keeps it; nothing when what came is none, which is then given back or dropped. */
  end(): ToolResult | undefined
  drop(): void
  /** What came, masked, for somebody who takes it as text; then it is gone. */
  giveBack(take: (bytes: Buffer) => Promise<void>): Promise<void>
}

interface Member extends JsonSpan {
  readonly name: string
}

/** Takes a result of any size and writes it down, masked, as it comes. */
export function openResultSpool(folder: string, masker: Masker): ResultSpool {
  const attachments = path.join(folder, ATTACHMENTS)
  fs.mkdirSync(attachments, { recursive: true, mode: 0o700 })
  const partial = path.join(attachments, tempName())
  const file = fs.openSync(partial, 'wx+', 0o600)
  const mask = createJsonMaskStream(masker)
  const { scanner, members } = scanMembers()
  let bytes = 0
  let isClosed = false
  let isDropped = false
  const write = (masked: Buffer) => {
    scanner.push(masked)
    try {
      for (let done = 0; done < masked.length; ) done += fs.writeSync(file, masked, done)
    } catch (error) {
      // On a full disk, what is left of it would keep the record of this run from being written.
      drop()
      throw error
    }
    bytes += masked.length
  }
  const close = () => {
    if (!isClosed) write(mask.flush())
    isClosed = true
    return scanner.end()
  }
  const drop = () => {
    if (!isDropped) fs.closeSync(file)
    isDropped = true
    fs.rmSync(partial, { force: true })
  }
  return {
    push: chunk => write(mask.push(chunk)),
    get failed() {
      return scanner.failed || bytes > LARGEST_RESULT
    },
    get isTooLarge() {
      return bytes > LARGEST_RESULT
    },
    drop,
    end() {
      const result = close() && bytes <= LARGEST_RESULT ? resultOf(file, members, bytes) : undefined
      if (result === undefined) return undefined
      fs.closeSync(file)
      fs.renameSync(partial, path.join(attachments, RESULT_FILE))
      return result
    },
    async giveBack(take) {
      close()
      const buffer = Buffer.allocUnsafe(64 * 1024)
      for (let at = 0; at < bytes; ) {
        const read = fs.readSync(file, buffer, 0, buffer.length, at)
        if (read === 0) break
        at += read
        await take(buffer.subarray(0, read))
      }
      drop()
    },
  }
}

/** How every door names it. */
export function resultAttachment({ spooled, bytes }: ToolResult): Attachment[] {
  if (spooled !== RESULT_FILE) return []
  return [{ name: RESULT_FILE, type: 'application/json', kind: 'result', bytes: typeof bytes === 'number' ? bytes : 0 }]
}

/** The values directly inside the outermost object. */
function scanMembers() {
  const members: Member[] = []
  const scanner = createJsonScanner({
    deepest: 1,
    close(depth, step, span) {
      if (depth === 1 && typeof step === 'string' && members.length < 1000) members.push({ ...span, name: step })
    },
  })
  return { scanner, members }
}

function resultOf(file: number, members: readonly Member[], bytes: number): ToolResult | undefined {
  const kept: Record<string, unknown> = {}
  let room = MEMBERS_BYTES
  for (const { name, start, end, levels } of members) {
    if (end - start > Math.min(LARGEST_MEMBER, room) || levels >= INLINE_DEPTH) continue
    kept[name] = JSON.parse(textAt(file, start, end)) as unknown
    room -= end - start
  }
  const { type, ok, error, duration_ms: duration, ...rest } = kept
  if (typeof ok !== 'boolean' || (type !== undefined && type !== 'result')) return undefined
  const data = members.findLast(({ name }) => name === 'data')
  return {
    ...rest,
    ok,
    ...(error !== undefined && error !== null && { error: typeof error === 'string' ? error : JSON.stringify(error) }),
    ...longError(file, kept, members),
    ...(typeof duration === 'number' && { duration_ms: duration }),
    spooled: RESULT_FILE,
    bytes,
    ...(data !== undefined && rest['data'] === undefined && { preview: previewOf(file, data) }),
  }
}

const LONGEST_ERROR = 10_000

/** The head of an error that is itself too long. */
function longError(file: number, kept: Readonly<Record<string, unknown>>, members: readonly Member[]) {
  const error = members.findLast(({ name }) => name === 'error')
  if (error === undefined || 'error' in kept) return {}
  return { error: beginningOf(textAt(file, error.start, error.start + LONGEST_ERROR), error.kind) }
}

function previewOf(file: number, { start, end, kind }: Member): string {
  return beginningOf(textAt(file, start, Math.min(end, start + PREVIEW)), kind)
}

function textAt(file: number, start: number, end: number): string {
  const buffer = Buffer.alloc(end - start)
  return buffer.subarray(0, fs.readSync(file, buffer, 0, buffer.length, start)).toString()
}
