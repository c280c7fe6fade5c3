import { whyNotMaskable } from '../../operation/names/variables.ts'
import { byteForms, textForms } from './encodings.ts'
import { withoutInterruptions } from './interruption.ts'

export interface MaskedSecret {
  readonly name: string
  readonly value: string
}

/** A pattern this short can only come from a value whose line breaks were taken out. */
const SHORTEST_PATTERN = 6

/** Every byte string to look for, line breaks and colours taken out, as they are taken out of what is searched. */
export function patternsOf(values: readonly string[]): Uint8Array[] {
  const found = new Set<string>()
  for (const value of values) {
    for (const form of formsOf(value)) {
      const pattern = withoutInterruptions(bytesOf(form).toString('latin1'))
      if (pattern.length >= SHORTEST_PATTERN) found.add(pattern)
    }
  }
  return Array.from(found, pattern => Buffer.from(pattern, 'latin1'))
}

function bytesOf(form: string | Buffer): Buffer {
  return typeof form === 'string' ? Buffer.from(form) : form
}

function formsOf(value: string): (string | Buffer)[] {
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
