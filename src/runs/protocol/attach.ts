import fs from 'node:fs'
import path from 'node:path'
import { whyNotId } from '../../operation/naming.ts'
import { tempName } from '../../store/files.ts'
import type { Masker } from '../mask/masker.ts'
import type { Attachment } from '../model.ts'
import type { AttachmentNote, AttachmentSink } from './attachment-line.ts'

export const ATTACHMENTS = 'attachments'
/** A result that is too large for its record is kept as this one. */
export const RESULT_FILE = 'result.json'
const LARGEST = 10 * 2 ** 20
const MOST = 100

/** What a run attached, as files beside its log. */
export interface Attachments {
  readonly list: readonly Attachment[]
  /** Answers what to say about it in the log. */
  add(attached: { name: string; kind?: string; bytes: Buffer }): AttachmentNote
  /** One that comes in pieces, which are not held. */
  begin(): AttachmentSink
}

export function openAttachments(folder: string, masker: Masker): Attachments {
  const list: Attachment[] = []
  const begin = () => openAttachment(path.join(folder, ATTACHMENTS), { masker, list })
  return {
    list,
    begin,
    add({ bytes, ...named }) {
      const attachment = begin()
      attachment.write(bytes)
      return attachment.end(named)
    },
  }
}

/** Masked and written as it comes, under a name that nobody asks for until it is whole. */
function openAttachment(folder: string, { masker, list }: { masker: Masker; list: Attachment[] }): AttachmentSink {
  const stream = masker.stream()
  const partial = path.join(folder, tempName())
  const state = { given: 0, kept: 0 }
  const append = (bytes: Buffer) => {
    if (state.given > LARGEST || list.length >= MOST) return
    if (state.kept === 0) fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    fs.writeFileSync(partial, bytes, { mode: 0o600, flag: 'a' })
    state.kept += bytes.length
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
      if (state.given > LARGEST || list.length >= MOST) drop()
      if (state.given > LARGEST)
        return { text: `attachment ${name} has ${state.given} bytes; more than ${LARGEST} are not kept` }
      if (list.length >= MOST) return { text: `attachment ${name} is not kept: there are ${MOST} already` }
      const free = freeName(masker.maskText(name), list)
      fs.renameSync(partial, path.join(folder, free))
      const attachment = {
        name: free,
        type: typeOf(free),
        bytes: state.kept,
        ...(kind !== undefined && { kind: masker.maskText(kind).slice(0, 100) }),
      }
      list.push(attachment)
      return { text: `attachment ${free} (${state.kept} bytes)`, attachment }
    },
  }
}

/** A name that a path and an address can hold, and that no other attachment of this run has. */
function freeName(wanted: string, taken: readonly Attachment[]): string {
  const plain = path
    .basename(wanted)
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 80)
  const name = plain === '' || whyNotId(plain) !== undefined ? 'attachment' : plain
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : numbered(name, number)
    if (candidate !== RESULT_FILE && taken.every(other => other.name !== candidate)) return candidate
  }
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
