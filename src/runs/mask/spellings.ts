import { SHORTEST } from '../../operation/names/variables.ts'
import { ESC } from './interruption.ts'

/** Longer values would make the table large; of them only the shorter forms are looked for. */
const LONGEST_SPELLED = 4096

/** The value with every single character escaped, as programs do that escape all or nothing. */
export function escapedForms(value: string): string[] {
  if (value.length > LONGEST_SPELLED) return []
  const bytes = Array.from(Buffer.from(value), byte => hexOf(byte, 2))
  const units = Array.from({ length: value.length }, (_, at) => hexOf(value.charCodeAt(at), 4))
  const points = Array.from(value, character => character.codePointAt(0) as number)
  const hexPoints = points.map(point => hexOf(point, 1))
  return [
    ...bothCases(bytes, hex => `%${hex}`),
    ...bothCases(bytes, hex => `=${hex}`),
    ...bothCases(bytes, hex => `\\x${hex}`),
    ...bothCases(units, hex => `\\u${hex}`),
    ...bothCases(hexPoints, hex => `\\u{${hex}}`),
    ...bothCases(hexPoints, hex => `&#x${hex};`),
    points.map(point => `&#${point};`).join(''),
  ]
}

/**
 * The bytes as numbers: `65,66`, `65, 66`, `65 66`, `41:42`, `41 42`. A list that is indented line by line is `65,66` to the
 * search. A run such as that of `12345678` is also what somebody counts, and not looked for.
 */
export function byteLists(value: string): string[] {
  const bytes = Buffer.from(value)
  if (value.length > LONGEST_SPELLED || isRun(bytes)) return []
  const hex = Array.from(bytes, byte => hexOf(byte, 2))
  return [
    ...[',', ', ', ' '].map(between => bytes.join(between)),
    ...[':', ' '].flatMap(between => bothCasesOf(hex.join(between))),
  ]
}

/**
 * In both byte orders. The outer zero is left out: it would be a byte of the character beside it. So is a first byte that
 * looks like the begin of a colour, with which no search begins.
 */
export function wideForms(value: string): Buffer[] {
  if (value.length > LONGEST_SPELLED) return []
  const little = Buffer.from(value, 'utf16le')
  return [little, Buffer.from(little).swap16()].map(withoutOuterByte)
}

/** Soft line breaks are passed over by the search. */
export function quotedPrintable(value: string): string[] {
  const encoded = Array.from(Buffer.from(value), byte =>
    /[\t\n\r -<>-~]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `=${hexOf(byte, 2).toUpperCase()}`,
  ).join('')
  return [encoded, encoded.replaceAll('\r', '=0D')]
}

function isRun(bytes: Buffer): boolean {
  const step = (bytes[1] ?? 0) - (bytes[0] ?? 0)
  const first = bytes.subarray(0, SHORTEST)
  return first.every((byte, at) => at === 0 || byte - (first[at - 1] as number) === step)
}

function withoutOuterByte(wide: Buffer): Buffer {
  return wide.subarray(wide[0] === 0 || wide[0] === ESC ? 1 : 0, wide.at(-1) === 0 ? -1 : undefined)
}

function bothCases(codes: readonly string[], write: (hex: string) => string): string[] {
  return [codes, codes.map(hex => hex.toUpperCase())].map(all => all.map(write).join(''))
}

function bothCasesOf(hex: string): string[] {
  return [hex, hex.toUpperCase()]
}

function hexOf(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0')
}
