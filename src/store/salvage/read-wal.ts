const WAL_HEADER = 32
const FRAME_HEADER = 24
const MAGIC = 0x377f0682

/** What a write-ahead log adds to its database: the newest committed version of each page. */
export interface CommittedPages {
  readonly pageSize: number
  /** How many pages the database has after the last commit. */
  readonly count: number
  readonly pages: ReadonlyMap<number, Buffer>
}

/**
 * Reads the log as SQLite does: up to the first frame whose salt or checksum is wrong, and of that only what was
 * committed. Nothing when there is no commit in it.
 */
export function readWal(wal: Buffer): CommittedPages | undefined {
  if (wal.length < WAL_HEADER || (wal.readUInt32BE(0) & ~1) >>> 0 !== MAGIC) return undefined
  const isBigEndian = (wal.readUInt32BE(0) & 1) === 1
  const pageSize = wal.readUInt32BE(8)
  if (pageSize < 512 || pageSize > 65536 || (pageSize & (pageSize - 1)) !== 0) return undefined
  let sum = checksum(wal.subarray(0, 24), [0, 0], isBigEndian)
  if (!matches(wal, 24, sum)) return undefined
  const salt = wal.subarray(16, 24)
  const committed = new Map<number, Buffer>()
  let [open, count] = [new Map<number, Buffer>(), 0]
  for (let at = WAL_HEADER; at + FRAME_HEADER + pageSize <= wal.length; at += FRAME_HEADER + pageSize) {
    const page = wal.subarray(at + FRAME_HEADER, at + FRAME_HEADER + pageSize)
    sum = checksum(page, checksum(wal.subarray(at, at + 8), sum, isBigEndian), isBigEndian)
    if (!salt.equals(wal.subarray(at + 8, at + 16)) || !matches(wal, at + 16, sum)) break
    open.set(wal.readUInt32BE(at), page)
    const commit = wal.readUInt32BE(at + 4)
    if (commit === 0) continue
    for (const [number, bytes] of open) committed.set(number, bytes)
    ;[open, count] = [new Map(), commit]
  }
  return count === 0 ? undefined : { pageSize, count, pages: committed }
}

type Sum = readonly [number, number]

function checksum(bytes: Buffer, [first, second]: Sum, isBigEndian: boolean): Sum {
  const word = (at: number) => (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at))
  let [a, b] = [first, second]
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    a = (a + word(at) + b) >>> 0
    b = (b + word(at + 4) + a) >>> 0
  }
  return [a, b]
}

function matches(wal: Buffer, at: number, [a, b]: Sum): boolean {
  return wal.readUInt32BE(at) === a && wal.readUInt32BE(at + 4) === b
}
