import type { Attachment } from '../model.ts'

/** What the log says about an attachment, and what it became if it is kept. */
export interface AttachmentNote {
  readonly text: string
  readonly attachment?: Attachment
}

/** Where the bytes of one attachment go while its line is still being read. */
export interface AttachmentSink {
  write(bytes: Buffer): void
  /** What to call it is known at the end of the line; answers what to say about it. */
  end(named: { readonly name: string; readonly kind?: string }): AttachmentNote
  /** The line was none after all. */
  drop(): void
}

/** The event as far as it must be known before its content is taken from the line. */
const HEAD = /^\{(?:\s*"(?:type|name|kind)"\s*:\s*"(?:[^"\\]|\\.)*"\s*,)+\s*"base64"\s*:\s*"/
const QUOTE = 0x22
const LONGEST_TAIL = 64 * 1024

/** How many bytes of a line come before the content of the attachment that it is; nothing when it is none. */
export function contentStart(line: Buffer): number | undefined {
  const [head] = HEAD.exec(line.subarray(0, LONGEST_TAIL).toString('latin1')) ?? []
  return head !== undefined && /"type"\s*:\s*"attachment"/.test(head) ? head.length : undefined
}

/** One line that is an attachment: its content is decoded as it comes, and never held. */
export interface AttachmentLine {
  /** Everything of the line after its content began, its line break included. */
  push(bytes: Buffer): void
  /** At its end; answers what to say about it, or nothing when it is no event. */
  end(): AttachmentNote | undefined
  drop(): void
}

export function readAttachment(head: Buffer, sink: AttachmentSink): AttachmentLine {
  let tail: Buffer | undefined
  let rest = ''
  let odd = false
  const decode = (bytes: Buffer) => {
    const text = rest + bytes.toString('latin1').replaceAll('\\/', '/')
    const whole = text.length - (text.length % 4)
    if (/[^A-Za-z0-9+/=_-]/.test(text)) odd = true
    rest = text.slice(whole)
    if (whole > 0) sink.write(Buffer.from(text.slice(0, whole), 'base64'))
  }
  return {
    push(bytes) {
      if (tail !== undefined) {
        if (tail.length <= LONGEST_TAIL) tail = Buffer.concat([tail, bytes])
        return
      }
      const close = bytes.indexOf(QUOTE)
      decode(close === -1 ? bytes : bytes.subarray(0, close))
      if (close !== -1) tail = Buffer.from(bytes.subarray(close))
    },
    end() {
      if (rest !== '') sink.write(Buffer.from(rest, 'base64'))
      const named = odd || tail === undefined ? undefined : namesIn(`${head.toString()}${tail.toString()}`)
      if (named === undefined) sink.drop()
      return named === undefined ? undefined : sink.end(named)
    },
    drop: () => sink.drop(),
  }
}

function namesIn(text: string): { name: string; kind?: string } | undefined {
  try {
    const { name, kind } = JSON.parse(text) as Record<string, unknown>
    return { name: typeof name === 'string' ? name : 'attachment', ...(typeof kind === 'string' && { kind }) }
  } catch {
    return undefined
  }
}
