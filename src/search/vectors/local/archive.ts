import zlib from 'node:zlib'

const BLOCK = 512
const MOST_BYTES = 200 * 1024 * 1024

/** The ordinary files of a `.tgz` by their paths. */
export function filesIn(archive: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const bytes = zlib.gunzipSync(archive, { maxOutputLength: MOST_BYTES })
  const files = new Map<string, Uint8Array>()
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const text = (from: number, length: number) =>
      bytes.toString('utf8', at + from, at + from + length).replace(/\0[\s\S]*$/, '')
    const name = text(0, 100)
    if (name === '') break
    const folder = text(345, 155)
    const size = Number.parseInt(text(124, 12).trim() || '0', 8)
    const kind = text(156, 1)
    const start = at + BLOCK
    if (kind === '0' || kind === '')
      files.set(folder === '' ? name : `${folder}/${name}`, bytes.subarray(start, start + size))
    at = start + Math.ceil(size / BLOCK) * BLOCK
  }
  return files
}
