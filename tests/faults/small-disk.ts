import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const PAGE = 4096

/** A file system of its own, so small that it can be filled; only inside a mount namespace. */
export interface SmallDisk {
  /** Leaves so many free pages of 4 KiB. */
  fill(leave: number): void
  empty(): void
}

export function mountSmallDisk(base: string): SmallDisk {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', base])
  const filler = path.join(base, 'filler')
  return {
    fill(leave) {
      const handle = fs.openSync(filler, 'w')
      let size = 0
      for (const step of [64 * PAGE, PAGE]) size = fillBy(handle, step, size)
      fs.ftruncateSync(handle, Math.max(0, size - leave * PAGE))
      fs.closeSync(handle)
    },
    empty: () => fs.rmSync(filler),
  }
}

function fillBy(handle: number, step: number, from: number): number {
  for (let size = from; ; size += step) {
    try {
      if (fs.writeSync(handle, Buffer.alloc(step), 0, step, size) < step) return size
    } catch {
      return size
    }
  }
}
