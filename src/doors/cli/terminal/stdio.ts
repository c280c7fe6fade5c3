import fs from 'node:fs'

/**
 * Written at once and completely, so that nothing is lost when the process ends; streams would also cost a tenth of
 * the start. A pipe that another process made non-blocking may be full for a moment.
 */
export function writeStdout(to: 'stdout' | 'stderr', text: string): void {
  const bytes = Buffer.from(text)
  let written = 0
  while (written < bytes.length) {
    try {
      written += fs.writeSync(to === 'stdout' ? 1 : 2, bytes, written)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // The reader has gone (`furrow log | head`); nobody is left to tell.
      if (code === 'EPIPE') process.exit()
      if (code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
    }
  }
}
