import { type ShellText, shell } from '../../shared/shell/shell.ts'
import { type Refused, refuse } from '../errors.ts'
import { didYouMean } from '../names/nearest.ts'
import type { CommandField, Scalar, ValueSyntax } from './fields.ts'

/** One word of the command line as a value of this field; whatever is not exactly one is refused. */
export function parseValue(field: CommandField, word: string, fix = shell`furrow help`): unknown {
  const { kind } = field
  const refusal = (reason: string) => misfit(field, word, { reason, fix })
  return kind.type === 'pairs' ? pairOf(kind.value, word, refusal) : parseKind(kind, word, refusal)
}

/** The words of one occurrence of a list's flag: several when commas may part them. */
export function commandWordsOf(field: CommandField, word: string): string[] {
  return field.commas ? word.split(',').filter(part => part !== '') : [word]
}

function parseKind(kind: ValueSyntax, word: string, refusal: (reason: string) => Refused): unknown {
  switch (kind.type) {
    case 'choice':
      return choiceOf(kind.choices, word, refusal)
    case 'scalar':
      return scalarOf(kind.scalars, word, refusal)
    case 'range':
      return rangeOf(word, refusal)
    case 'pairs':
    case 'json':
      return jsonOf(word, refusal)
  }
}

/** Two ends with two dots between them; JSON is taken too. */
function rangeOf(word: string, refusal: (reason: string) => Refused): unknown {
  if (word.startsWith('{')) return jsonOf(word, refusal)
  const [start = '', end = '', ...more] = word.split('..')
  if (!word.includes('..') || more.length > 0 || start + end === '')
    throw refusal('is not a range like 2026-01-01..2026-02-01.')
  return { ...(start !== '' && { start }), ...(end !== '' && { end }) }
}

function pairOf(kind: ValueSyntax, word: string, refusal: (reason: string) => Refused): [string, unknown] {
  const at = word.indexOf('=')
  if (at < 1) throw refusal('is not key=value.')
  return [word.slice(0, at), parseKind(kind, word.slice(at + 1), refusal)]
}

function choiceOf(choices: readonly unknown[], word: string, refusal: (reason: string) => Refused): unknown {
  const found = choices.find(choice => String(choice) === word)
  if (found !== undefined) return found
  const known = choices.map(String)
  throw refusal(`is not one of ${known.join(', ')}.${didYouMean(word, known)}`)
}

const PARSERS: Readonly<Record<Scalar, (word: string) => unknown>> = {
  integer: word => (/^-?\d+$/.test(word) && Number.isSafeInteger(Number(word)) ? Number(word) : undefined),
  number: word =>
    /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(word) && Number.isFinite(Number(word)) ? Number(word) : undefined,
  boolean: word => ({ true: true, false: false })[word],
  string: word => word,
}

const NAMES: Readonly<Record<Scalar, string>> = {
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  string: 'a text',
}

function scalarOf(scalars: readonly Scalar[], word: string, refusal: (reason: string) => Refused): unknown {
  for (const scalar of scalars) {
    const value = PARSERS[scalar](word)
    if (value !== undefined) return value
  }
  throw refusal(`is not ${scalars.map(scalar => NAMES[scalar]).join(' or ')}.`)
}

export function jsonOf(text: string, refusal: (reason: string) => Refused): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw refusal(`is not JSON: ${(error as Error).message}.`)
  }
}

function misfit(field: CommandField, word: string, { reason, fix }: { reason: string; fix: ShellText }): Refused {
  const shown = word.length > 60 ? `${word.slice(0, 60)}…` : word
  return refuse('usage', `${spellValue(field)}: ${JSON.stringify(shown)} ${reason}`, { target: field.name, fix })
}

/** A field in a message: `<id>` for a positional, `--size` for a flag. */
export function spellValue(field: CommandField): string {
  if (field.place === 'positional') return `<${field.name}>`
  return field.place === 'rest' ? `<${field.name}...>` : field.flag
}
