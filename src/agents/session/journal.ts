import fs from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import type { Masker } from '../../runs/mask/masker.ts'
import type { Run } from '../../runs/model.ts'
import { type LogChannel, type LogWriter, openLog } from '../../runs/output/log.ts'
import type { AgentEvent } from '../model.ts'

export type NewEvent = Omit<AgentEvent, 'n' | 't'>

/** What an agent run leaves behind while it goes on: its events, and its log for who reads along. */
export interface Journal extends AsyncDisposable {
  /** Masked and on the disk when it returns; a killed owner loses nothing of it. */
  add(event: NewEvent): void
  /** Pieces of the agent's own text, as they come. */
  say(kind: 'text' | 'thought', piece: string): void
  line(level: 'progress' | 'note', text: string): void
  readonly stderr: LogChannel
  /** What the agent said since it last did something else. */
  readonly answer: string
  /** How often its model has answered, as far as that shows. */
  readonly turns: number
  /** Every tool that it called has ended, and its model has not answered again yet. */
  readonly isBetweenTurns: boolean
  finish(): Promise<Pick<Run, 'bytes' | 'lines' | 'cut' | 'reason'>>
}

interface JournalOptions {
  readonly file: string
  readonly folder: string
  readonly masker: Masker
  readonly logBytes: number
}

const MOST_BYTES = 64 * 2 ** 20
const LONGEST_ANSWER = 200_000
/** What is written however much there is already. */
const ALWAYS: ReadonlySet<AgentEvent['type']> = new Set(['permission', 'answered', 'ended', 'note'])

export async function openJournal({ file, folder, masker, logBytes }: JournalOptions): Promise<Journal> {
  const log = await openLog({ folder, masker, cap: logBytes })
  const events = openEvents(file)
  const speech = { text: speaker(masker), thought: speaker(masker) }
  const shown = shownText(log)
  let answer = ''
  let turns = 0
  /** The next piece of text begins a new answer; the next sign of life a new turn. */
  let acted = false
  let rested = true
  /** Calls of tools that have not ended. */
  const open = new Set<string>()
  const calls = new Set<string>()
  let closing: Promise<void> | undefined

  const write = (event: NewEvent) => events.append(masker.maskValue(event))
  const flush = () => {
    for (const kind of ['text', 'thought'] as const) {
      const rest = speech[kind].end()
      if (rest !== '') tell(kind, rest)
    }
  }
  const tell = (kind: 'text' | 'thought', text: string) => {
    if (text === '') return
    events.append({ type: kind, text })
    if (kind === 'thought') return
    answer = `${acted ? '' : answer}${text}`.slice(-LONGEST_ANSWER)
    acted = false
    shown.write(text)
  }
  const wake = () => {
    if (rested) turns += 1
    rested = false
  }
  const close = () => {
    if (closing === undefined) flush()
    closing ??= log.close().finally(() => events.close())
    return closing
  }
  return {
    add(event) {
      flush()
      if (event.type === 'tool') {
        const { call = '', status } = event
        // The end of a call that began in this turn is no new one, however many calls there were.
        if (!calls.has(call)) wake()
        calls.add(call)
        acted = true
        const ended = status === 'completed' || status === 'failed'
        if (ended) open.delete(call)
        else open.add(call)
        rested ||= ended
      }
      write(event)
    },
    say(kind, piece) {
      wake()
      tell(kind, speech[kind].push(piece))
    },
    line(level, text) {
      shown.end()
      void log.add(level, text)
    },
    stderr: log.channel('stderr'),
    get answer() {
      flush()
      return answer
    },
    get turns() {
      return turns
    },
    get isBetweenTurns() {
      return rested && turns > 0 && open.size === 0
    },
    async finish() {
      flush()
      shown.end()
      await close()
      const reason = log.failure ?? events.failure
      return {
        bytes: log.end.offset,
        lines: log.end.line - 1,
        ...(log.cut && { cut: true }),
        ...(reason !== undefined && { reason: `Not all of it could be kept: ${reason.message}` }),
      }
    },
    async [Symbol.asyncDispose]() {
      await close()
    },
  }
}

/** A value that comes in two pieces is masked all the same. */
function speaker(masker: Masker): { push(piece: string): string; end(): string } {
  let stream = masker.stream()
  let decoder = new StringDecoder('utf8')
  return {
    push: piece => decoder.write(stream.push(Buffer.from(piece))),
    end() {
      const rest = decoder.write(stream.flush()) + decoder.end()
      stream = masker.stream()
      decoder = new StringDecoder('utf8')
      return rest
    },
  }
}

/** The text of the agent in the log: lines of other kinds begin on a line of their own. */
function shownText(log: LogWriter): { write(text: string): void; end(): void } {
  const channel = log.channel('stdout')
  let open = false
  return {
    write(text) {
      open = !text.endsWith('\n')
      void channel.write(Buffer.from(text))
    },
    end() {
      if (open) void channel.write(Buffer.from('\n'))
      open = false
    },
  }
}

function openEvents(file: string) {
  const handle = fs.openSync(file, 'a', 0o600)
  let bytes = 0
  let n = 0
  let failure: Error | undefined
  let full = false
  const put = (event: NewEvent) => {
    n += 1
    const line = Buffer.from(`${JSON.stringify({ n, t: Date.now(), ...event })}\n`)
    bytes += line.length
    fs.writeSync(handle, line)
  }
  return {
    append(event: NewEvent) {
      try {
        if (bytes < MOST_BYTES || ALWAYS.has(event.type)) put(event)
        else if (!full)
          put({ type: 'note', text: 'There is too much of it: text and tools are not kept from here on.' })
        full ||= bytes >= MOST_BYTES
      } catch (error) {
        failure ??= error instanceof Error ? error : new Error(String(error))
      }
    },
    close: () => fs.closeSync(handle),
    get failure() {
      return failure
    },
  }
}
