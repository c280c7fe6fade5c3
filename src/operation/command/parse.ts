import { parseArgs } from 'node:util'
import { refuse } from '../errors.ts'
import { didYouMean } from '../names/nearest.ts'
import { commandHelp } from './command-line.ts'
import { type CommandField, isSwitch } from './fields.ts'
import { withValueAt } from './nested.ts'
import { SHARED, type SharedFlag } from './tree.ts'
import { commandWordsOf, parseValue, spellValue } from './values.ts'

/** A command line read against the fields of its command. */
export interface TypedCommand {
  readonly help: boolean
  readonly json: boolean
  readonly yes: boolean
  readonly workspace?: string
  readonly operationId?: string
  /** What was given, by field; texts still as typed (`-`, `@file`). */
  readonly input: Readonly<Record<string, unknown>>
}

/** What a command takes, and what stands below it for a better hint. */
export interface CommandSyntax {
  readonly path: string
  readonly fields: readonly CommandField[]
  readonly children?: readonly string[]
}

/** A flag as it was typed: its value, or whether it was negated. */
interface Occurrence {
  readonly name: string
  readonly value: string | undefined
}

type Shape = 'switch' | 'value'

/** Strict: a flag nobody declared, a value that does not fit, a word too many are refused with exit code 2. */
export function parseTyped(command: CommandSyntax, argv: readonly string[]): TypedCommand {
  const shapes = new Map([...SHARED.map(sharedShape), ...command.fields.flatMap(flagsOf)])
  const { flags, words } = tokensOf(argv, shapes)
  const given = (name: string) => flags.filter(flag => flag.name === name)
  if (given('help').length > 0) return { help: true, json: given('json').length > 0, yes: false, input: {} }
  for (const flag of flags) checkFlag(command, flag, shapes)
  const workspace = once(command, '--workspace', valuesIn(given('workspace')))
  const operationId = once(command, '--operation-id', valuesIn(given('operation-id')))
  return {
    help: false,
    json: given('json').length > 0,
    yes: given('yes').length > 0,
    ...(workspace !== undefined && { workspace }),
    ...(operationId !== undefined && { operationId }),
    input: { ...inputOfFlags(command, flags), ...inputOfWords(command, words) },
  }
}

function sharedShape({ name, value }: SharedFlag): readonly [string, Shape] {
  return [name, value === undefined ? 'switch' : 'value']
}

function flagsOf(field: CommandField): (readonly [string, Shape])[] {
  if (field.place !== 'flag') return []
  const name = field.flag.slice(2)
  const own = [name, isSwitch(field) ? 'switch' : 'value'] as const
  return isSwitch(field) || field.nullable ? [own, [`no-${name}`, 'switch']] : [own]
}

function tokensOf(argv: readonly string[], shapes: ReadonlyMap<string, Shape>) {
  const shorts = new Map(SHARED.flatMap(({ name, short }) => (short === undefined ? [] : [[name, short]])))
  const options = [...shapes].map(([name, shape]) => {
    const short = shorts.get(name)
    return [name, { type: shape === 'switch' ? 'boolean' : 'string', ...(short !== undefined && { short }) }]
  })
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(options),
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const flags: Occurrence[] = []
  const words: string[] = []
  for (const token of tokens) {
    if (token.kind === 'option') flags.push({ name: token.name, value: token.value })
    else if (token.kind === 'positional') words.push(token.value)
  }
  return { flags, words }
}

function checkFlag(
  { path, fields }: CommandSyntax,
  { name, value }: Occurrence,
  shapes: ReadonlyMap<string, Shape>,
): void {
  const shape = shapes.get(name)
  const typed = name.length === 1 ? `-${name}` : `--${name}`
  if (shape === undefined) {
    const known = [...shapes.keys()].map(flag => `--${flag}`)
    throw usage(path, `furrow ${path} has no flag ${typed}.${hintFor(fields, typed, known)}`, typed)
  }
  if (shape === 'value' && value === undefined) throw usage(path, `${typed} needs a value.`, typed)
  if (shape === 'switch' && value !== undefined)
    throw usage(path, `${typed} takes no value; leave =${value} away.`, typed)
}

/** A word typed as a flag, a slip, or a flag that belongs to the command that is to be run. */
function hintFor(fields: readonly CommandField[], typed: string, known: readonly string[]): string {
  const word = fields.find(({ place, flag }) => place !== 'flag' && flag === typed)
  if (word !== undefined) return ` Give <${word.name}> without it.`
  const runs = fields.some(({ place }) => place === 'rest')
  return `${didYouMean(typed, known)}${runs ? ' What belongs to the command itself goes after --.' : ''}`
}

function inputOfFlags(command: CommandSyntax, flags: readonly Occurrence[]): Readonly<Record<string, unknown>> {
  const entries = command.fields.flatMap((field): [readonly string[], unknown][] => {
    const name = field.flag.slice(2)
    const own = flags.filter(flag => field.place === 'flag' && (flag.name === name || flag.name === `no-${name}`))
    const last = own.at(-1)
    if (last === undefined) return []
    if (isSwitch(field)) return [[field.path, last.name === name]]
    if (last.name !== name) return [[field.path, null]]
    return [[field.path, valueFrom(command, field, valuesIn(own))]]
  })
  // Wholes come before their parts.
  return entries.reduce<Readonly<Record<string, unknown>>>((input, [at, value]) => withValueAt(input, at, value), {})
}

function inputOfWords(command: CommandSyntax, words: readonly string[]): Record<string, unknown> {
  const { path, fields, children = [] } = command
  const positionals = fields.filter(({ place }) => place === 'positional')
  const rest = fields.find(({ place }) => place === 'rest')
  const more = words.slice(positionals.length)
  const [extra] = more
  if (rest === undefined && extra !== undefined) {
    const said =
      positionals.length === 0 && children.length > 0
        ? `has no command ${extra}.${didYouMean(extra, children)}`
        : `takes no ${JSON.stringify(extra)}; it is one word too many.`
    throw usage(path, `furrow ${path} ${said}`, extra)
  }
  const entries = positionals.flatMap((field, index) => {
    const word = words[index]
    return word === undefined ? [] : [[field.name, valueFrom(command, field, [word])]]
  })
  if (rest !== undefined && more.length > 0) entries.push([rest.name, valueFrom(command, rest, more)])
  return Object.fromEntries(entries) as Record<string, unknown>
}

/** A list of objects may come whole, as JSON. */
function listedIn({ kind, lists }: CommandField, value: unknown): unknown[] {
  return kind.type === 'json' && Array.isArray(value) && lists !== true ? value : [value]
}

function valueFrom(command: CommandSyntax, field: CommandField, words: readonly string[]): unknown {
  const parse = (word: string) => parseValue(field, word, commandHelp(command.path))
  if (field.list)
    return words.flatMap(word => commandWordsOf(field, word)).flatMap(word => listedIn(field, parse(word)))
  if (field.kind.type === 'pairs' && isText(field.kind, words)) return words[0]
  if (field.kind.type === 'pairs') return Object.fromEntries(words.map(word => parse(word) as [string, unknown]))
  const word = once(command, spellValue(field), words) ?? ''
  // Where it lies is read later, and what is there is JSON then.
  return field.text && field.kind.type === 'json' ? word : parse(word)
}

/** Where a text may stand for the pairs, one word without a key of its own is that text. */
function isText(
  { orText }: Extract<CommandField['kind'], { type: 'pairs' }>,
  [word = '', ...more]: readonly string[],
): boolean {
  const key = word.split('=', 1)[0] ?? ''
  return orText && more.length === 0 && (key === word || /[\s,:]/.test(key))
}

function valuesIn(flags: readonly Occurrence[]): string[] {
  return flags.flatMap(({ value }) => value ?? [])
}

function once({ path }: CommandSyntax, flag: string, words: readonly string[]): string | undefined {
  if (words.length > 1) throw usage(path, `${flag} is given ${words.length} times and takes one value.`, flag)
  return words[0]
}

function usage(path: string, message: string, target: string) {
  return refuse('usage', message, { target, fix: commandHelp(path) })
}
