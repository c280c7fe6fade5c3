import type { Masker } from '../../src/runs/mask/masker.ts'
import { encoders, surrounding, wideEncoders } from './secrets.ts'

/** Feeds one encoded value, cut in two at every byte, and says where anything of it came through. */
export function leaksOf(masker: Masker, encoding: string, value: string): string[] {
  const encode = encoders[encoding] ?? latin1Of(wideEncoders[encoding])
  const charset = encoding in wideEncoders ? 'latin1' : 'utf8'
  const encoded = Buffer.from(encode(value), charset)
  const around = surrounding.has(encoding) ? plain(encode('z'.repeat(Buffer.byteLength(value)))) : ''
  const windows = windowsOf(encode(value), around)
  const shown = new Map<string, number>()
  for (let split = 0; split <= encoded.length; split++)
    shown.set(maskInTwo(masker, encoded, split).toString(charset), split)
  return Array.from(shown, ([text, split]) => ({ text, split }))
    .filter(({ text }) => !isIntact(text) || windows.some(window => plain(text).includes(window)))
    .map(({ text, split }) => `at ${split}: ${text}`)
}

function isIntact(text: string): boolean {
  return text.startsWith('prefix <') && text.endsWith('> suffix')
}

function maskInTwo(masker: Masker, encoded: Buffer, split: number): Buffer {
  const stream = masker.stream()
  const chunks = [Buffer.from('prefix <'), encoded.subarray(0, split), encoded.subarray(split), Buffer.from('> suffix')]
  return Buffer.concat([...chunks.map(chunk => Buffer.from(stream.push(chunk))), stream.flush()])
}

function latin1Of(encode: (value: string) => Buffer = Buffer.from): (value: string) => string {
  return value => encode(value).toString('latin1')
}

/** Eight characters in a row of what was encoded are a leak, punctuation and what surrounds the value apart. */
function windowsOf(encoded: string, around: string): string[] {
  const source = plain(encoded).trim()
  const windows = Array.from({ length: Math.max(0, source.length - 7) }, (_, at) => source.slice(at, at + 8))
  return windows.filter(window => !isAround(window, around) && !/^\W+$/.test(window))
}

/** A character where the value meets its surroundings is made of both, and a line that has ended shows its last few. */
function isAround(window: string, around: string): boolean {
  return around !== '' && (around.includes(window.slice(-5)) || around.includes(window.slice(0, 5)))
}

function plain(text: string): string {
  return text.replace(/\u001b\[[0-9;:]*[mK]|(?<=,)\n +|=?[\r\n]/g, '')
}
