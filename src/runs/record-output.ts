import { hasCode } from '../store/files.ts'
import type { Call } from '../workspace/call.ts'
import { logFolder } from './folder.ts'
import { limitsOf } from './limits.ts'
import { createMasker } from './mask/masker.ts'
import type { Run } from './model.ts'
import { type LogChannel, openLog } from './output/log.ts'
import { record } from './output/record.ts'
import { roomFor } from './pace.ts'
import type { RunPlan } from './plan.ts'
import type { RunningProcess } from './spawn/start.ts'

/** The log of one run while it is written. */
export interface Output extends AsyncDisposable {
  /** Settles when both streams have been read to their end. */
  copy(child: Pick<RunningProcess, 'stdout' | 'stderr' | 'exited'>): Promise<void>
  /** Closes the log; answers what the record says about it. */
  finish(): Promise<Pick<Run, 'bytes' | 'lines' | 'cut' | 'reason'>>
}

export async function openOutput(call: Call, id: string, { secrets = [] }: RunPlan): Promise<Output> {
  const folder = logFolder(call, id)
  const log = await openLog({ folder, masker: createMasker(secrets), cap: limitsOf(call).logBytes })
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
      await roomFor(id, log.end.offset, hurry.signal)
    },
  })
  return {
    async copy({ stdout, stderr, exited }) {
      // What is left then is little, and a reader that stands still must not keep the run from ending.
      void exited.then(() => hurry.abort())
      const [out, err] = [counted(log.channel('stdout')), counted(log.channel('stderr'))]
      await Promise.all([record(stdout, out).catch(unlessClosed), record(stderr, err).catch(unlessClosed)])
    },
    async finish() {
      await close()
      const reason = log.failure === undefined ? {} : { reason: `Its log could not be kept: ${log.failure.message}` }
      return { bytes, lines: log.end.line - 1, ...(log.cut && { cut: true }), ...reason }
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
