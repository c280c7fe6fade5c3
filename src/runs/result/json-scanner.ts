/** What a scanner says of the values that it passes; offsets count bytes from the first one that was pushed. */
export interface JsonVisitor {
  /** Of values that lie deeper nothing is said, and their keys are not read. The outermost is at depth 0. */
  readonly deepest: number
  /** `step` is the key or the index inside the value around it; nothing for the outermost. */
  open?(depth: number, step: string | number | undefined): void
  close(depth: number, step: string | number | undefined, span: JsonSpan): void
}

export interface JsonSpan {
  readonly kind: 'object' | 'array' | 'string' | 'scalar'
  readonly start: number
  /** The first byte after it. */
  readonly end: number
  /** How many values are directly inside. */
  readonly count: number
  /** How many levels of values are inside. */
  readonly levels: number
}

export interface JsonScanner {
  push(chunk: Buffer): void
  /** Whether what was pushed is one whole JSON value, as far as its structure goes. */
  end(): boolean
  /** It is not JSON, whatever may follow. */
  readonly failed: boolean
}

interface JsonFrame {
  readonly isObject: boolean
  readonly start: number
  readonly step: string | number | undefined
  count: number
  levels: number
}

const DEEPEST = 10_000
const LONGEST_KEY = 64 * 1024
const LONGEST_SCALAR = 1024
const SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]

type Expected = 'value' | 'first item' | 'first key' | 'key' | 'colon' | 'comma' | 'nothing'
type JsonToken = 'none' | 'string' | 'key' | 'scalar'

/** Reads JSON of any size as it comes and holds none of it but the key or the number that it is at. */
export function createJsonScanner(visitor: JsonVisitor): JsonScanner {
  const frames: JsonFrame[] = []
  let around: JsonFrame | undefined
  let expected: Expected = 'value'
  let failed = false
  let offset = 0
  let key: string | undefined
  let token: JsonToken = 'none'
  let tokenStart = 0
  let isEscaped = false
  /** What earlier chunks had of the key or the number. */
  let held = ''

  const stepNow = () => (around === undefined || !around.isObject ? around?.count : key)
  const opened = () => {
    if (frames.length <= visitor.deepest) visitor.open?.(frames.length, stepNow())
  }

  function closed(kind: JsonSpan['kind'], end: number, { start, step, count, levels }: JsonFrame): void {
    if (frames.length <= visitor.deepest) visitor.close(frames.length, step, { kind, start, end, count, levels })
    expected = around === undefined ? 'nothing' : 'comma'
    if (around === undefined) return
    around.count += 1
    around.levels = Math.max(around.levels, levels + 1)
  }

  /** A string or a number is over. */
  function leafClosed(kind: 'string' | 'scalar', end: number): void {
    if (frames.length <= visitor.deepest || around === undefined) {
      closed(kind, end, { isObject: false, start: tokenStart, step: stepNow(), count: 0, levels: 0 })
      return
    }
    around.count += 1
    around.levels ||= 1
    expected = 'comma'
  }

  function begin(isObject: boolean, start: number): void {
    opened()
    around = { isObject, start, step: stepNow(), count: 0, levels: 0 }
    if (frames.push(around) > DEEPEST) failed = true
    expected = isObject ? 'first key' : 'first item'
  }

  function finish(isObject: boolean, end: number): void {
    const isAllowed = expected === 'comma' || expected === (isObject ? 'first key' : 'first item')
    const frame = isAllowed && around?.isObject === isObject ? frames.pop() : undefined
    around = frames.at(-1)
    if (frame === undefined) failed = true
    else closed(isObject ? 'object' : 'array', end, frame)
  }

  function startToken(kind: JsonToken, start: number): void {
    if (kind !== 'key') opened()
    token = kind
    tokenStart = start
    held = ''
  }

  /** Only keys near the surface, and numbers, are looked at; the text of a string passes by. */
  function hold(text: string): void {
    held += text
    if (held.length > (token === 'key' ? LONGEST_KEY : LONGEST_SCALAR)) failed = true
  }

  function endKey(): void {
    key = frames.length > visitor.deepest ? '' : keyOf(held)
    if (key === undefined) failed = true
    expected = 'colon'
  }

  /** Passes the rest of a string in this chunk; answers where it stopped. */
  function passString(chunk: Buffer, from: number): number {
    let at = from
    if (isEscaped) at += 1
    isEscaped = false
    let byte = 0
    for (; at < chunk.length; at += byte === BACKSLASH ? 2 : 1) {
      byte = chunk[at] as number
      if (byte === QUOTE) break
      if (byte < 0x20) failed = true
    }
    isEscaped = at > chunk.length
    const isOver = at < chunk.length
    const end = Math.min(chunk.length, isOver ? at + 1 : at)
    if (token === 'key' && frames.length <= visitor.deepest) hold(chunk.toString('latin1', from, end))
    if (!isOver) return end
    const wasKey = token === 'key'
    token = 'none'
    if (wasKey) endKey()
    else leafClosed('string', offset + end)
    return end
  }

  function passScalar(chunk: Buffer, from: number): number {
    let at = from
    while (at < chunk.length && !endsScalar(chunk[at] as number)) at += 1
    hold(chunk.toString('latin1', from, at))
    if (at < chunk.length) endScalar(offset + at)
    return at
  }

  function endScalar(end: number): void {
    token = 'none'
    if (SCALAR.test(held)) leafClosed('scalar', end)
    else failed = true
  }

  function pass(byte: number, at: number): number {
    const isValue = expected === 'value' || expected === 'first item'
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return at + 1
    if (byte === QUOTE) {
      const isKey = expected === 'first key' || expected === 'key'
      if (isKey || isValue) startToken(isKey ? 'key' : 'string', offset + at)
      else failed = true
    } else if (byte === COMMA) {
      if (expected !== 'comma') failed = true
      else expected = around?.isObject === true ? 'key' : 'value'
    } else if (byte === COLON) {
      if (expected !== 'colon') failed = true
      else expected = 'value'
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if (isValue) begin(byte === OPEN_OBJECT, offset + at)
      else failed = true
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) finish(byte === CLOSE_OBJECT, offset + at + 1)
    else if (isValue) {
      startToken('scalar', offset + at)
      return at
    } else failed = true
    return at + 1
  }

  return {
    push(chunk) {
      for (let at = 0; at < chunk.length && !failed; )
        if (token === 'none') at = pass(chunk[at] as number, at)
        else at = token === 'scalar' ? passScalar(chunk, at) : passString(chunk, at)
      offset += chunk.length
    },
    end() {
      if (token === 'scalar' && !failed) endScalar(offset)
      return !failed && token === 'none' && expected === 'nothing'
    },
    get failed() {
      return failed
    },
  }
}

function endsScalar(byte: number): boolean {
  return (
    byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_LIST || byte <= 0x20 || byte === QUOTE || byte === COLON
  )
}

/** From the bytes of its literal, without the quote that begins it. */
function keyOf(latin: string): string | undefined {
  const text = Buffer.from(latin, 'latin1').toString()
  if (!text.includes('\\')) return text.slice(0, -1)
  try {
    return JSON.parse(`"${text}`) as string
  } catch {
    return undefined
  }
}
