import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const writeBytes = promisify(fs.write)
const FULL_PIPE_MS = 5

/**
 * Writes without holding up the process: a reader that does not read must not keep the owner of a run from ending it.
 * The writes of one sink follow one another.
 */
export class FdWriter {
  readonly #onGone: () => void
  #gone = false

  constructor(onGone: () => void) {
    this.#onGone = onGone
  }

  async write(to: 'stdout' | 'stderr', bytes: Buffer): Promise<void> {
    for (let written = 0; written < bytes.length && !this.#gone; )
      written += await this.#some(to === 'stdout' ? 1 : 2, bytes.subarray(written))
  }

  async #some(fd: number, bytes: Buffer): Promise<number> {
    try {
      return (await writeBytes(fd, bytes)).bytesWritten
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EAGAIN') await pause(FULL_PIPE_MS)
      else if (code === 'EPIPE') this.#leave()
      else throw error
      return 0
    }
  }

  #leave(): void {
    this.#gone = true
    this.#onGone()
  }
}
