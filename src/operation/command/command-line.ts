import { type ShellText, shellLine } from '../../shared/shell/shell.ts'
import type { OperationInput } from '../input.ts'
import type { OperationEntry } from '../manifest.ts'
import { secretFields, withoutSecrets } from '../names/secret-fields.ts'

type CliEntry = NonNullable<OperationEntry['cli']>

/**
 * An operation and its input as a person would type it: `furrow change archive fix-login`. A secret is never part of
 * it: it comes by stdin. `options` are those of every command, such as `--json`.
 */
export function commandLine(entry: OperationEntry, given: OperationInput, options: readonly string[] = []): ShellText {
  const { name, cli } = entry
  const hidden = secretFields(entry).filter(field => given[field] !== undefined)
  const input = { ...given, ...Object.fromEntries(hidden.map(field => [field, '-'])) }
  if (cli === undefined || !isTypable(cli, hidden.length > 0 ? withoutSecrets(entry, given) : input))
    return shellLine(['furrow', 'call', name, '--input', JSON.stringify(input), ...options])
  const { positionals = [], rest, path } = cli
  const words = positionals.flatMap(field => (input[field] === undefined ? [] : [wordOf(cli, field, input[field])]))
  const others = rest === undefined ? [] : toList(input[rest]).map(String)
  const flags = Object.entries(input)
    .filter(([field]) => field !== rest && !positionals.includes(field))
    .flatMap(([field, value]) => flagsOf(cli, field, value))
  const guarded = words.some(word => /^-./.test(word))
  const typed = guarded
    ? [...flags, ...options, '--', ...words, ...others]
    : [...words, ...flags, ...options, ...(others.length === 0 ? [] : ['--', ...others])]
  return shellLine(['furrow', ...path.split(' '), ...typed])
}

/** `furrow change archive --help` */
export function commandHelp(path: string): ShellText {
  return shellLine(['furrow', ...path.split(' '), '--help'])
}

export function flagName(field: string, { flags = {} }: Pick<CliEntry, 'flags'> = {}): string {
  return `--${flags[field] ?? field.replaceAll('_', '-')}`
}

/** What no command line can say: a gap among the positionals, an empty list, a text that is only a dash. */
function isTypable({ positionals = [], rest, text }: CliEntry, input: OperationInput): boolean {
  const given = positionals.map(field => input[field] !== undefined)
  const reached =
    rest !== undefined && toList(input[rest]).length > 0 ? positionals.length : given.lastIndexOf(true) + 1
  if (given.slice(0, reached).includes(false)) return false
  if (text !== undefined && input[text] === '-') return false
  return Object.entries(input).every(([, value]) => !(Array.isArray(value) && value.length === 0))
}

function flagsOf(cli: CliEntry, field: string, value: unknown): string[] {
  const flag = flagName(field, cli)
  if (value === undefined) return []
  if (cli.objects?.[field] === 'json') return toList(value).flatMap(item => [flag, JSON.stringify(item)])
  if (value === true) return [flag]
  if (value === false || value === null) return [`--no-${flag.slice(2)}`]
  if (cli.objects?.[field] === 'pairs' && typeof value === 'object')
    return Object.entries(value).flatMap(([key, item]) => [flag, `${key}=${String(item)}`])
  return toList(value).flatMap(item => [flag, wordOf(cli, field, item)])
}

function wordOf({ text }: CliEntry, field: string, value: unknown): string {
  if (value !== null && typeof value === 'object') return JSON.stringify(value)
  // A text that begins with @ would be read as the name of a file.
  return field === text && String(value).startsWith('@') ? `@${String(value)}` : String(value)
}

function toList(value: unknown): readonly unknown[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}
