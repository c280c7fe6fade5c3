import type { OperationEntry } from './manifest.ts'

/** An operation and its input as a person would type it: `furrow change archive fix-login`. */
export function commandLine(entry: OperationEntry, input: Readonly<Record<string, unknown>>): string {
  const { cli } = entry
  if (cli === undefined) return `furrow call ${entry.name} --input ${quote(JSON.stringify(input))}`
  const positionals = (cli.positionals ?? []).filter(field => input[field] !== undefined)
  const special = new Set([...positionals, ...(cli.rest === undefined ? [] : [cli.rest])])
  const flags = Object.entries(input).filter(([field, value]) => !special.has(field) && value !== undefined)
  const rest = cli.rest === undefined ? [] : toList(input[cli.rest])
  return [
    'furrow',
    cli.path,
    ...positionals.map(field => quote(String(input[field]))),
    ...flags.flatMap(([field, value]) => flagOf(field, value)),
    ...(rest.length > 0 ? ['--', ...rest.map(value => quote(String(value)))] : []),
  ].join(' ')
}

export function flagName(field: string): string {
  return `--${field.replaceAll('_', '-')}`
}

function flagOf(field: string, value: unknown): string[] {
  if (value === true) return [flagName(field)]
  if (value === false) return [`--no-${flagName(field).slice(2)}`]
  return toList(value).flatMap(item => [
    flagName(field),
    quote(typeof item === 'object' ? JSON.stringify(item) : String(item)),
  ])
}

function toList(value: unknown): readonly unknown[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

/** Quoted for a POSIX shell, and only where it must be. */
export function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
