import type { LogRoom } from '../output/log.ts'
import {
  type AttachmentLine,
  type AttachmentNote,
  type AttachmentSink,
  contentStart,
  readAttachment,
} from './attachment-line.ts'

/** What a tool says on its standard output: texts, and events as JSON, one per line. */
export interface ProtocolSink {
  /** Bytes that are no event, line breaks included; parts of a line come as they come. */
  text(bytes: Buffer): LogRoom
  /** `raw` is what it was made from, for events whose type nobody knows. */
  event(event: ToolEvent, raw: Buffer): LogRoom
  /** The content of a large attachment goes there as it comes. */
  attachment(): AttachmentSink
  /** Where an object goes that is too large to be held: a result, mostly. */
  largeObject(): LargeObject
  /** What is to be said about an attachment. */
  note(note: AttachmentNote): LogRoom
}

export interface LargeObject {
  push(bytes: Buffer): void
  /** It is no result, whatever may follow. */
  readonly failed: boolean
  /** At its end, or when it failed: it is the result, or text. */
  end(): Promise<void>
}

export type ToolEvent =
  | { readonly type: 'progress'; readonly message: string; readonly percent?: number }
  | { readonly type: 'log'; readonly level: 'stdout' | 'stderr'; readonly line: string }
  | { readonly type: 'attachment'; readonly name: string; readonly kind?: string; readonly base64: string }
  | { readonly type: 'result'; readonly value: Readonly<Record<string, unknown>> }

export interface Interpreter {
  push(chunk: Buffer): Promise<void>
  end(): Promise<void>
}

/** The longest line that is held for an event; an attachment of the largest size fits. */
const LONGEST_EVENT = 16 * 2 ** 20
/** What begins like a result is not held any longer than that. */
const HELD_RESULT = 2 * 2 ** 20
const RESULT_HEAD = /^\{\s*"(?:type"\s*:\s*"result"|ok"|data"|error"|duration_ms")/
/** A line that is longer and says that it is an attachment is not held. */
const HELD_ATTACHMENT = 64 * 1024
const LF = 0x0a
const BRACE = 0x7b
const BLOCK_END = /\n\}\r?\n$/

/**
 * Reads a byte stream as a tool means it. Text passes at once and is never held; only a line that begins like an
 * object waits for its end. An object over several lines begins and ends with a brace alone.
 */
export function createInterpreter(sink: ProtocolSink, longest = LONGEST_EVENT): Interpreter {
  let state: 'start' | 'text' | 'line' | 'block' | 'attachment' | 'large' = 'start'
  let attached: AttachmentLine | undefined
  let large: { readonly object: LargeObject; readonly isBlock: boolean; tail: string } | undefined
  let held: Buffer[] = []
  let size = 0

  const hold = (part: Buffer) => {
    // Copied: the chunk is used again by who gave it.
    held.push(Buffer.from(part))
    size += part.length
  }
  const take = () => {
    const all = held.length === 1 ? (held[0] as Buffer) : Buffer.concat(held)
    held = []
    size = 0
    return all
  }
  const mostHeld = () =>
    RESULT_HEAD.test(held[0]?.subarray(0, 200).toString('latin1') ?? '') ? Math.min(HELD_RESULT, longest) : longest

  /** Gives what is held, and all that follows, to somebody who need not hold it. */
  const spill = () => {
    const object = sink.largeObject()
    large = { object, isBlock: state === 'block', tail: endOf(held, 4) }
    for (const part of held) object.push(part)
    held = []
    state = 'large'
  }

  const pushLarge = (part: Buffer) => {
    if (large === undefined) return
    large.object.push(part)
    large.tail = (large.tail + part.subarray(-4).toString('latin1')).slice(-4)
  }

  /** Ends with its line, or with the brace alone of an object over several lines; what failed is text at once. */
  async function endLarge(isLineEnd: boolean): Promise<void> {
    const { object, isBlock, tail } = large ?? {}
    const isOver = isLineEnd && (isBlock !== true || BLOCK_END.test(tail ?? ''))
    if (object === undefined || (!isOver && !object.failed)) return
    large = undefined
    size = 0
    state = isLineEnd ? 'start' : 'text'
    await object.end()
  }

  /** Gives what is held to the attachment that it begins. */
  const attach = () => {
    const line = take()
    const start = contentStart(line)
    if (start === undefined) {
      held = [line]
    } else {
      attached = readAttachment(line.subarray(0, start), sink.attachment())
      attached.push(line.subarray(start))
      state = 'attachment'
    }
    size = line.length
  }

  async function endAttachment(): Promise<void> {
    const said = attached?.end() ?? { text: 'an attachment that cannot be read is not kept' }
    attached = undefined
    size = 0
    state = 'start'
    await sink.note(said)
  }

  const dropAttachment = () => {
    attached?.drop()
    attached = undefined
    state = 'attachment'
  }

  async function endLine(): Promise<void> {
    if (state === 'attachment') return endAttachment()
    if (state === 'block') return endBlockLine()
    await endWholeLine(take())
  }

  function endWholeLine(line: Buffer): LogRoom {
    state = isBraceAlone(line) ? 'block' : 'start'
    if (state === 'start') return tell(sink, line)
    hold(line)
    return undefined
  }

  async function endBlockLine(): Promise<void> {
    if (!BLOCK_END.test(endOf(held, 4))) return
    state = 'start'
    await tell(sink, take())
  }

  const isHeld = () => state === 'line' || state === 'block'

  async function push(chunk: Buffer): Promise<void> {
    let shown = 0
    let at = 0
    while (at < chunk.length) {
      if (state === 'start') {
        state = chunk[at] === BRACE ? 'line' : 'text'
        if (state === 'line' && at > shown) await sink.text(chunk.subarray(shown, at))
      }
      const end = chunk.indexOf(LF, at)
      const next = end === -1 ? chunk.length : end + 1
      if (state === 'text') {
        at = next
        if (end !== -1) state = 'start'
        continue
      }
      const isWholeLine = state === 'line' && size === 0 && end !== -1
      if (isWholeLine && next - at <= HELD_ATTACHMENT) {
        const room = endWholeLine(chunk.subarray(at, next))
        at = next
        shown = next
        // A promise for each of a million events would cost more than they do.
        if (room !== undefined) await room
        continue
      }
      const before = size
      if (state === 'attachment') {
        attached?.push(chunk.subarray(at, next))
        size += next - at
      } else if (state === 'large') pushLarge(chunk.subarray(at, next))
      else hold(chunk.subarray(at, next))
      at = next
      shown = next
      if (state === 'large') {
        await endLarge(end !== -1)
        continue
      }
      if (end !== -1) await endLine()
      else if (state === 'line' && before <= HELD_ATTACHMENT && size > HELD_ATTACHMENT) attach()
      if (state === 'attachment' && size > longest) dropAttachment()
      else if (isHeld() && size > mostHeld()) {
        spill()
        await endLarge(false)
      }
    }
    if (shown < chunk.length) await sink.text(chunk.subarray(shown))
  }

  return {
    push,
    async end() {
      if (large !== undefined) {
        const { object } = large
        large = undefined
        return object.end()
      }
      if (size === 0) return
      if (state === 'attachment') return endAttachment()
      const whole = take()
      state = 'start'
      await tell(sink, whole)
    },
  }
}

function tell(sink: ProtocolSink, raw: Buffer): LogRoom {
  const event = eventIn(raw)
  return event === undefined ? sink.text(raw) : sink.event(event, raw)
}

function eventIn(raw: Buffer): ToolEvent | undefined {
  const value = parsed(raw)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined
  const object = value as Record<string, unknown>
  const read = typeof object['type'] === 'string' && Object.hasOwn(EVENTS, object['type']) ? object['type'] : undefined
  if (read !== undefined) return EVENTS[read as ToolEvent['type']](object)
  return object['type'] === undefined && typeof object['ok'] === 'boolean'
    ? { type: 'result', value: object }
    : undefined
}

/** Events that are not of their shape are texts. */
const EVENTS: { readonly [Type in ToolEvent['type']]: (event: Record<string, unknown>) => ToolEvent | undefined } = {
  progress: ({ message, percent }) =>
    typeof message !== 'string'
      ? undefined
      : { type: 'progress', message, ...(typeof percent === 'number' && Number.isFinite(percent) && { percent }) },
  log: ({ line, level }) =>
    typeof line !== 'string' ? undefined : { type: 'log', level: level === 'stderr' ? 'stderr' : 'stdout', line },
  attachment: ({ name, kind, base64 }) =>
    typeof base64 !== 'string'
      ? undefined
      : {
          type: 'attachment',
          name: typeof name === 'string' ? name : 'attachment',
          base64,
          ...(typeof kind === 'string' && { kind }),
        },
  result: ({ type: _, ...value }) => ({ type: 'result', value }),
}

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString()) as unknown
  } catch {
    return undefined
  }
}

function isBraceAlone(line: Buffer): boolean {
  return line.length <= 3 && line.toString().trim() === '{'
}

/** The end of what is held, over as many parts as it takes. */
function endOf(parts: readonly Buffer[], length: number): string {
  let end = ''
  for (let index = parts.length - 1; index >= 0 && end.length < length; index -= 1)
    end = (parts[index] as Buffer).subarray(-length).toString('latin1') + end
  return end.slice(-length)
}
