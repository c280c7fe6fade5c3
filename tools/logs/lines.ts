import { StringDecoder } from 'node:string_decoder'

const LONGEST = 64 * 1024

/** The lines of a stream of bytes; what is longer than any line should be is cut. */
export async function* linesOf(stream: AsyncIterable<unknown>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let skipping = false
  for await (const chunk of stream) {
    const parts = (rest + decoder.write(chunk as Buffer)).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      if (!skipping) yield part.replace(/\r$/, '').slice(0, LONGEST)
      skipping = false
    }
    if (rest.length <= LONGEST) continue
    if (!skipping) yield rest.slice(0, LONGEST)
    skipping = true
    rest = ''
  }
  const last = rest + decoder.end()
  if (last !== '' && !skipping) yield last
}
