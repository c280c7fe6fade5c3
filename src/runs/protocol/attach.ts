import fs from 'node:fs'
import path from 'node:path'
import { whyNotId } from '../../operation/names/naming.ts'
import { tempName } from '../../store/files/files.ts'
import type { Masker } from '../mask/masker.ts'
import type { Attachment } from '../model.ts'
import type { AttachmentNote, AttachmentSink } from './attachment-line.ts'

export const ATTACHMENTS = 'attachments'
/** A result that is too large for its record is kept as this one. */
export const RESULT_FILE = 'result.json'
const LARGEST = 10 * 2 ** 20
const MOST = 1000
/** All of a run together. */
const LARGEST_SUM = 2 ** 30

/** What a run attached, as files beside its log. */
export interface Attachments {
  readonly list: readonly Attachment[]
  /** How many were too large or too many to keep. */
  readonly dropped: number
  /** Answers what to say about it in the log. */
  add(attached: { name: string; kind?: string; bytes: Buffer }): AttachmentNote
  /** One that comes in pieces, which are not held. */
  begin(): AttachmentSink
}

export function openAttachments(folder: string, masker: Masker): Attachments {
  const kept: Kept = { list: [], bytes: 0, dropped: 0, nameFor: freeNames() }
  const begin = () => openAttachment(path.join(folder, ATTACHMENTS), { masker, kept })
  return {
    list: kept.list,
    begin,
    get dropped() {
      return kept.dropped
    },
    add({ bytes, ...named }) {
      const attachment = begin()
      attachment.write(bytes)
      return attachment.end(named)
    },
  }
}

/** What there is of a run so far. */
interface Kept {
  readonly list: Attachment[]
  readonly nameFor: (wanted: string) => string
  bytes: number
  dropped: number
}

interface AttachmentOptions {
  readonly masker: Masker
  readonly kept: Kept
}

/** Masked and written as it comes, under a name that nobody asks for until it is whole. */
function openAttachment(folder: string, { masker, kept }: AttachmentOptions): AttachmentSink {
  const stream = masker.stream()
  const partial = path.join(folder, tempName())
  const state = { given: 0, written: 0 }
  const append = (bytes: Buffer) => {
    if (whyNotKept(state.given, kept) !== undefined) return
    if (state.written === 0) fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    try {
      fs.writeFileSync(partial, bytes, { mode: 0o600, flag: 'a' })
    } catch (error) {
      // On a full disk, what is left of it would keep the record of this run from being written.
      drop()
      throw error
    }
    state.written += bytes.length
  }
  const drop = () => fs.rmSync(partial, { force: true })
  return {
    drop,
    write(bytes) {
      state.given += bytes.length
      append(stream.push(bytes))
    },
    end({ name, kind }) {
      append(stream.flush())
      const why = whyNotKept(state.given, kept)
      if (why !== undefined) {
        drop()
        kept.dropped += 1
        return { text: `attachment ${name} (${state.given} bytes) is not kept: ${why}` }
      }
      const free = kept.nameFor(masker.maskText(name))
      fs.renameSync(partial, path.join(folder, free))
      const attachment = {
        name: free,
        type: typeOf(free),
        bytes: state.written,
        ...(kind !== undefined && { kind: masker.maskText(kind).slice(0, 100) }),
      }
      kept.list.push(attachment)
      kept.bytes += state.written
      return { text: `attachment ${free} (${state.written} bytes)`, attachment }
    },
  }
}

function whyNotKept(bytes: number, kept: Kept): string | undefined {
  if (bytes > LARGEST) return `the limit is ${LARGEST} bytes`
  if (kept.list.length >= MOST) return `there are ${MOST} already`
  if (kept.bytes + bytes > LARGEST_SUM) return `all of a run may have ${LARGEST_SUM} bytes together`
  return undefined
}

/** Names that a path and an address can hold, and that no other attachment of this run has. */
function freeNames(): Kept['nameFor'] {
  const taken = new Set([RESULT_FILE])
  const numbers = new Map<string, number>()
  return wanted => {
    const name = plainName(wanted)
    for (let number = numbers.get(name) ?? 1; ; number += 1) {
      const candidate = number === 1 ? name : numbered(name, number)
      if (taken.has(candidate)) continue
      numbers.set(name, number + 1)
      taken.add(candidate)
      return candidate
    }
  }
}

function plainName(wanted: string): string {
  const plain = path
    .basename(wanted)
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 80)
  return plain === '' || whyNotId(plain) !== undefined ? 'attachment' : plain
}

function numbered(name: string, number: number): string {
  const { name: stem, ext } = path.parse(name)
  return `${stem}-${number}${ext}`
}

const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.log': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.htm': 'text/html; charset=utf-8',
  '.pdf': 'application/pdf',
}

export function typeOf(name: string): string {
  return TYPES[path.extname(name).toLowerCase()] ?? 'application/octet-stream'
}
