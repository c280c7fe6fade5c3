import { Readable } from 'node:stream'

const LONGEST = 32 * 2 ** 20
const SHOWN = 500

/**
 * The lines of a program that are objects, as they are; whatever else it prints (a banner, a warning, a broken line, one
 * without an end) is told apart from the conversation instead of ending it.
 */
export function jsonLines(stdout: AsyncIterable<Buffer>, onOther: (line: string) => void): Readable {
  return Readable.from(objects(stdout, onOther), { objectMode: false })
}

async function* objects(stdout: AsyncIterable<Buffer>, onOther: (line: string) => void): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let size = 0
  for await (const chunk of stdout) {
    let from = 0
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, from)) {
      const line = Buffer.concat([...parts, chunk.subarray(from, end)])
      if (size + end - from <= LONGEST && isObject(line)) yield Buffer.concat([line, Buffer.from('\n')])
      else if (line.length > 0) onOther(line.toString().trim().slice(0, SHOWN))
      parts = []
      size = 0
      from = end + 1
    }
    size += chunk.length - from
    // A line without an end must not fill the memory: its beginning is enough to be told.
    if (size <= LONGEST) parts.push(chunk.subarray(from))
    else parts = parts.slice(0, 1)
  }
}

function isObject(line: Buffer): boolean {
  const text = line.toString().trim()
  if (!text.startsWith('{')) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
