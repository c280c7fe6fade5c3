import type { Readable } from 'node:stream'
import type { LogChannel } from './log.ts'

/** Copies a stream into a log, no faster than the log is written; the other end feels it. */
export async function recordRunOutput(stream: Readable, channel: LogChannel): Promise<void> {
  for await (const chunk of stream) await channel.write(chunk as Buffer)
}
