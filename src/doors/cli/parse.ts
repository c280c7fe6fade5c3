import { Command, type CommanderError, Option } from 'commander'
import { type Refused, refuse } from '../../operation/errors.ts'
import { didYouMean } from '../../operation/nearest.ts'
import { type Field, isSwitch } from './fields.ts'
import { parseValue, spelled, wordsOf } from './values.ts'

/** A command line read against the fields of its command. */
export interface Typed {
  readonly help: boolean
  readonly json: boolean
  readonly yes: boolean
  readonly workspace?: string
  readonly operationId?: string
  /** What was given, by field; texts still as typed (`-`, `@file`). */
  readonly input: Readonly<Record<string, unknown>>
}

/** Strict: a flag nobody declared, a value that does not fit, a word too many are refused with exit code 2. */
export function parseTyped(path: string, fields: readonly Field[], argv: readonly string[]): Typed {
  const command = commandFor(fields)
  try {
    command.parse([...argv], { from: 'user' })
  } catch (error) {
    if (isCommander(error) && error.code === 'commander.helpDisplayed') return helpOnly(argv)
    throw isCommander(error) ? usage(path, error, command) : withHelp(path, error)
  }
  const options = command.opts() as Record<string, unknown>
  try {
    return { ...sharedOf(options), input: inputOf(fields, options, command.processedArgs) }
  } catch (error) {
    throw withHelp(path, error)
  }
}

function commandFor(fields: readonly Field[]): Command {
  const command = new Command()
    .exitOverride()
    .showSuggestionAfterError(false)
    .allowExcessArguments(false)
    .configureOutput({ writeOut: () => undefined, writeErr: () => undefined })
    .option('--json')
    .option('-y, --yes')
    .addOption(collected('--workspace <dir>'))
    .addOption(collected('--operation-id <id>'))
  for (const field of fields) addField(command, field)
  return command
}

function addField(command: Command, field: Field): void {
  if (field.place === 'positional') command.argument(`[${field.name}]`)
  else if (field.place === 'rest') command.argument(`[${field.name}...]`)
  else if (isSwitch(field)) command.option(field.flag)
  else command.addOption(collected(`${field.flag} <value>`))
  if (field.place === 'flag' && (isSwitch(field) || field.nullable)) command.option(`--no-${field.flag.slice(2)}`)
}

function collected(flags: string): Option {
  return new Option(flags).argParser<string[]>((word, previous) => [...(previous ?? []), word])
}

function sharedOf(options: Record<string, unknown>): Omit<Typed, 'input'> {
  const workspace = once('--workspace', options['workspace'])
  const operationId = once('--operation-id', options['operationId'])
  return {
    help: false,
    json: options['json'] === true,
    yes: options['yes'] === true,
    ...(workspace !== undefined && { workspace }),
    ...(operationId !== undefined && { operationId }),
  }
}

function inputOf(fields: readonly Field[], options: Record<string, unknown>, words: readonly unknown[]) {
  const given = fields.map((field, index) => {
    const raw = field.place === 'flag' ? options[attributeOf(field)] : words[index]
    return [field.name, givenOf(field, typeof raw === 'string' ? [raw] : raw)] as const
  })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

function givenOf(field: Field, raw: unknown): unknown {
  if (typeof raw === 'boolean') return field.nullable && !isSwitch(field) ? null : raw
  if (!Array.isArray(raw) || (raw.length === 0 && field.place === 'rest')) return undefined
  const words = raw as string[]
  if (field.list) return words.flatMap(word => wordsOf(field, word)).map(word => parseValue(field, word))
  if (field.kind.type === 'pairs')
    return Object.fromEntries(words.map(word => parseValue(field, word) as [string, unknown]))
  return parseValue(field, once(spelled(field), words) ?? '')
}

function once(flag: string, words: unknown): string | undefined {
  if (!Array.isArray(words)) return undefined
  if (words.length > 1) throw refuse('usage', `${flag} is given ${words.length} times and takes one value.`)
  return words[0] as string
}

/** Commander's own name for a flag: `--stage-name` is `stageName`. */
function attributeOf({ flag }: Field): string {
  return new Option(flag).attributeName()
}

function helpOnly(argv: readonly string[]): Typed {
  return { help: true, json: argv.includes('--json'), yes: false, input: {} }
}

function isCommander(error: unknown): error is CommanderError {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('commander.')
}

function usage(path: string, error: CommanderError, command: Command): Refused {
  const [, flag] = /'([^']+)'/.exec(error.message) ?? []
  if (error.code === 'commander.unknownOption' && flag !== undefined) {
    const known = command.options.flatMap(({ long }) => long ?? [])
    return refuse('usage', `furrow ${path} has no flag ${flag}.${didYouMean(flag, [...known, '--help'])}`, {
      target: flag,
      fix: helpCommand(path),
    })
  }
  const said = error.message.replace(/^error: /, '')
  return refuse('usage', `furrow ${path}: ${said.replace(/\.?$/, '.')}`, { fix: helpCommand(path) })
}

function withHelp(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'Refused') return error
  const refused = error as Refused
  return refuse(refused.code, refused.message, {
    ...(refused.target !== undefined && { target: refused.target }),
    fix: refused.fix ?? helpCommand(path),
  })
}

function helpCommand(path: string): string {
  return path === '' ? 'furrow help' : `furrow ${path} --help`
}
