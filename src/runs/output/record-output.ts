import { hasCode } from '../../store/files/io-refusal.ts'
import type { Call } from '../../workspace/call.ts'
import { createMasker, type Masker } from '../mask/masker.ts'
import type { Run, ToolResult } from '../model.ts'
import { deferred } from '../own/deferred.ts'
import { openAttachments } from '../protocol/attach.ts'
import type { AttachmentNote } from '../protocol/attachment-line.ts'
import { createInterpreter, type LargeObject, type ProtocolSink } from '../protocol/interpret.ts'
import { attachmentDetail, percentDetail } from '../protocol/line-event.ts'
import { keepResult } from '../protocol/protocol-answer.ts'
import { writeEvents } from '../protocol/write-events.ts'
import { logFolder } from '../record/record-files.ts'
import { openResultSpool, type ResultSpool, resultAttachment } from '../result/spool.ts'
import type { RunningProcess } from '../spawn/start-process.ts'
import { limitsOf } from '../start/run-limits.ts'
import { hiddenIn, type RunPlan } from '../start/run-plan.ts'
import { waitForReaders } from '../watch/backpressure.ts'
import { type LogChannel, type LogWriter, openLog } from './log.ts'
import { readLines } from './log-lines.ts'
import { recordRunOutput } from './record.ts'

/** The log of one run while it is written. */
export interface RunOutput extends AsyncDisposable {
  /** Settles when both streams have been read to their end. */
  copy(child: Pick<RunningProcess, 'stdout' | 'stderr' | 'exited'>): Promise<void>
  /** Closes the log; answers what the record says about it. */
  finish(): Promise<Pick<Run, 'bytes' | 'lines' | 'cut' | 'reason' | 'attachments' | 'attachments_dropped'>>
  /** What a tool answered, once it has ended. */
  readonly result: ToolResult | undefined
  /** Settles when a tool first says what its result is; it may still go on. */
  readonly answered: Promise<void>
  /** What the record would say about the log if nothing more came. */
  readonly soFar: Pick<Run, 'bytes' | 'lines'>
  lastLines(count: number): Promise<string[]>
  /** Writes the events of a streaming tool beside its record, its result last. */
  keepEvents(result: ToolResult | undefined): Promise<void>
}

export async function openOutput(call: Call, id: string, plan: RunPlan): Promise<RunOutput> {
  const folder = logFolder(call, id)
  const masker = createMasker(hiddenIn(plan), plan.tool === undefined ? [] : plan.masks)
  const log = await openLog({ folder, masker, cap: limitsOf(call).logBytes })
  const tool =
    plan.tool === undefined || plan.tool.runtime === 'shell' ? undefined : interpretToolOutput(folder, log, masker)
  const hurry = new AbortController()
  let bytes = 0
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= log.close()
    return closing
  }
  const counted = (channel: LogChannel): LogChannel => ({
    async write(chunk) {
      bytes += chunk.length
      await channel.write(chunk)
      await waitForReaders(id, log.end.offset, hurry.signal)
    },
  })
  const soFar = () => ({ bytes, lines: log.end.line - 1 })
  return {
    async copy({ stdout, stderr, exited }) {
      // What is left then is little, and a reader that stands still must not keep the run from ending.
      void exited.then(() => hurry.abort())
      const [out, err] = [counted(tool?.stdout ?? log.channel('stdout')), counted(log.channel('stderr'))]
      await Promise.all([
        recordRunOutput(stdout, out).catch(unlessClosed),
        recordRunOutput(stderr, err).catch(unlessClosed),
      ])
      await tool?.end()
    },
    async finish() {
      await close()
      const reason = log.failure === undefined ? {} : { reason: `Its log could not be kept: ${log.failure.message}` }
      const attachments = tool?.attachments ?? []
      const dropped = tool?.dropped ?? 0
      return {
        ...soFar(),
        ...(log.cut && { cut: true }),
        ...reason,
        ...(attachments.length > 0 && { attachments }),
        ...(dropped > 0 && { attachments_dropped: dropped }),
      }
    },
    get result() {
      return tool?.result
    },
    answered: tool?.answered ?? new Promise(() => undefined),
    get soFar() {
      return soFar()
    },
    async lastLines(count) {
      const lines = await readLines(folder, { from: Math.max(1, log.end.line - count), count })
      return lines.map(({ text }) => text)
    },
    async keepEvents(result) {
      if (plan.tool?.streaming === true) await writeEvents(folder, `${folder}.log`, result)
    },
    async [Symbol.asyncDispose]() {
      await close()
    },
  }
}

/** Somebody outside the tree held the other end open: the stream was closed for it, and that is its end. */
function unlessClosed(error: unknown): void {
  if (!hasCode(error, 'ERR_STREAM_PREMATURE_CLOSE')) throw error
}

/** The standard output of a tool: its events do what they say, the rest is log. */
function interpretToolOutput(folder: string, log: LogWriter, masker: Masker) {
  const attachments = openAttachments(folder, masker)
  const text = log.channel('stdout')
  const said = { stdout: log.channelOfEvents('stdout'), stderr: log.channelOfEvents('stderr') }
  let result: ToolResult | undefined
  const answered = deferred<void>()
  const openSpool = () => openResultSpool(folder, masker)
  const hearLarge = (spool: ResultSpool): LargeObject => ({
    push: bytes => spool.push(bytes),
    get failed() {
      return spool.failed
    },
    async end() {
      const kept = spool.end()
      if (kept === undefined) {
        const isTooLarge = spool.isTooLarge
        await spool.giveBack(async bytes => text.write(bytes))
        return isTooLarge ? log.add('note', 'a result of more than 1 GiB is not kept') : undefined
      }
      result = kept
      answered.resolve()
    },
  })
  const note = ({ text, attachment }: AttachmentNote) =>
    log.add('note', text, attachment === undefined ? undefined : attachmentDetail(attachment))
  const sink: ProtocolSink = {
    text: bytes => text.write(bytes),
    note,
    attachment: () => attachments.begin(),
    largeObject: () => hearLarge(openSpool()),
    event(event, raw) {
      switch (event.type) {
        case 'progress':
          return event.percent === undefined
            ? log.add('progress', event.message)
            : log.add('progress', `${event.message} (${event.percent}%)`, percentDetail(event.percent))
        case 'log':
          return said[event.level].write(Buffer.from(`${event.line}\n`))
        case 'attachment':
          return note(attachments.add({ ...event, bytes: Buffer.from(event.base64, 'base64') }))
        case 'result': {
          result = keepResult(event.value, raw, { masker, openSpool })
          answered.resolve()
          return undefined
        }
      }
    },
  }
  const interpreter = createInterpreter(sink)
  return {
    stdout: { write: (chunk: Buffer) => interpreter.push(chunk) },
    end: () => interpreter.end(),
    get attachments() {
      return [...attachments.list, ...(result === undefined ? [] : resultAttachment(result))]
    },
    get dropped() {
      return attachments.dropped
    },
    answered: answered.promise,
    get result() {
      return result
    },
  }
}
