import { hasCode } from '../store/files.ts'
import type { Call } from '../workspace/call.ts'
import { logFolder } from './folder.ts'
import { limitsOf } from './limits.ts'
import { isCut, lastLine } from './log-lines.ts'
import { createMasker } from './mask/masker.ts'
import type { Run } from './model.ts'
import { type LogChannel, openLog } from './output/log.ts'
import { record } from './output/record.ts'
import type { RunPlan } from './plan.ts'
import type { RunningProcess } from './spawn/start.ts'

/** The log of one run while it is written. */
export interface Output extends AsyncDisposable {
  /** Settles when both streams have been read to their end. */
  copy(child: Pick<RunningProcess, 'stdout' | 'stderr'>): Promise<void>
  /** Closes the log; answers what the record says about it. */
  finish(): Promise<Pick<Run, 'bytes' | 'lines' | 'cut' | 'reason'>>
}

export async function openOutput(call: Call, id: string, { secrets = [] }: RunPlan): Promise<Output> {
  const folder = logFolder(call, id)
  const log = await openLog({ folder, masker: createMasker(secrets), cap: limitsOf(call).logBytes })
  let bytes = 0
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= log.close()
    return closing
  }
  const counted = (channel: LogChannel): LogChannel => ({
    write(chunk) {
      bytes += chunk.length
      return channel.write(chunk)
    },
  })
  return {
    async copy({ stdout, stderr }) {
      const [out, err] = [counted(log.channel('stdout')), counted(log.channel('stderr'))]
      await Promise.all([record(stdout, out).catch(unlessClosed), record(stderr, err).catch(unlessClosed)])
    },
    async finish() {
      await close()
      const cut = await isCut(folder)
      const reason = log.failure === undefined ? {} : { reason: `Its log could not be kept: ${log.failure.message}` }
      return { bytes, lines: await lastLine(folder), ...(cut && { cut }), ...reason }
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
