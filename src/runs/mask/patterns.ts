import { byteForms, textForms } from './encodings.ts'
import { withoutInterruptions } from './interruption.ts'

export interface Secret {
  readonly name: string
  readonly value: string
}

/** Shorter values would mask ordinary words and make logs unreadable, and so hide nothing for long. */
export const SHORTEST = 8

/** A pattern this short can only come from a value whose line breaks were taken out. */
const SHORTEST_PATTERN = 6

const COMMON = new Set(
  `administrator changeit changeme database development disabled localhost password password1 postgres postgresql
   production security undefined username`.split(/\s+/),
)

/** Why a value is not looked for in output, or nothing when it is. */
export function whyNotMaskable(value: string): string | undefined {
  const core = value.trim()
  if (Array.from(core).length < SHORTEST) return `is shorter than ${SHORTEST} characters`
  if (COMMON.has(core.toLowerCase())) return 'is a common word'
  if (new Set(core).size < 3) return 'repeats one or two characters'
  return undefined
}

/** Every byte string to look for, line breaks and colours taken out, as they are taken out of what is searched. */
export function patternsOf(values: readonly string[]): Uint8Array[] {
  const found = new Set<string>()
  for (const value of values) {
    for (const form of formsOf(value)) {
      const pattern = withoutInterruptions(Buffer.from(form).toString('latin1'))
      if (pattern.length >= SHORTEST_PATTERN) found.add(pattern)
    }
  }
  return Array.from(found, pattern => Buffer.from(pattern, 'latin1'))
}

function formsOf(value: string): string[] {
  const wholes = new Set([value, value.trim(), unquoted(value.trim())].filter(isMaskable))
  const lines = value.includes('\n') ? value.split(/\r?\n/).map(line => line.trim()) : []
  return [
    ...Array.from(wholes).flatMap(whole => [...textForms(whole), ...byteForms(whole)]),
    ...lines.filter(isMaskable).flatMap(textForms),
  ]
}

function isMaskable(value: string): boolean {
  return whyNotMaskable(value) === undefined
}

function unquoted(value: string): string {
  return /^(["']).*\1$/s.test(value) ? value.slice(1, -1) : value
}
