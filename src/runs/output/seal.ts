import { open } from 'node:fs/promises'
import { END } from './entry.ts'
import { listSegments } from './segments.ts'

/**
 * Closes a log whose writer was killed, so that its readers come to an end: a half-written line becomes one of its own.
 * Closing one that is closed changes nothing.
 */
export async function sealLog(folder: string): Promise<void> {
  const last = (await listSegments(folder)).at(-1)
  if (last === undefined) return
  const file = await open(last.path, 'r+')
  try {
    const { size } = await file.stat()
    const length = Math.min(size, END.length + 2)
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
    const tail = `\n${buffer.toString()}`
    if (tail.endsWith(`\n${END}\n`)) return
    await file.write(tail.endsWith('\n') ? `${END}\n` : `\n${END}\n`, size)
    await file.datasync()
  } finally {
    await file.close()
  }
}
