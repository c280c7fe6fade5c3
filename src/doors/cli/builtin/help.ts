import { type CommandField, fieldsOf, isSwitch, type ValueSyntax } from '../../../operation/command/fields.ts'
import type { CommandNode } from '../../../operation/command/tree.ts'
import { SHARED, type SharedFlag } from '../../../operation/command/tree.ts'
import type { OperationEntry } from '../../../operation/manifest.ts'
import type { Paint } from '../show/paint.ts'
import { COMMAND_GROUPS } from './groups.ts'

/** The help of a command, a group, or both; answered from the manifest alone. */
export function helpText(node: CommandNode, paint: Paint): string {
  const parts = [
    node.entry === undefined ? groupHead(node, paint) : commandHelp(node.entry, paint),
    node.children.size === 0 ? '' : section('Commands', commandRows(node), paint),
    node.path === '' ? `${paint.dim('furrow <command> --help tells more; furrow reference prints everything.')}\n` : '',
  ]
  return parts.filter(part => part !== '').join('\n')
}

/** Among sixty commands nobody finds the four that matter first. */
const FIRST: readonly (readonly [string, string])[] = [
  ['furrow init', 'connect your coding agent to this repository'],
  ['furrow start "<what>"', 'an exploration or a change is proposed, with its reasons'],
  ['furrow next', 'the one next step, whatever is open'],
  ['furrow ui', 'all of it in the browser'],
]

function groupHead({ path, children }: CommandNode, paint: Paint): string {
  if (path === '')
    return `${paint.bold('furrow')}  ${COMMAND_GROUPS['']}\n\n  furrow <command> [flags]\n\n${section('To begin', FIRST, paint)}`
  const summary = COMMAND_GROUPS[path] ?? [...children.keys()].join(', ')
  return `${paint.bold(`furrow ${path}`)}  ${summary}\n\n  furrow ${path} <command> [flags]\n`
}

function commandHelp(entry: OperationEntry, paint: Paint): string {
  const fields = fieldsOf(entry)
  const flags = fields.filter(({ place }) => place === 'flag')
  const words = fields.filter(({ place }) => place !== 'flag')
  return [
    `${paint.bold(`furrow ${entry.cli?.path}`)}  ${entry.summary}\n\n  ${usageLine(entry)}\n`,
    section(
      'Arguments',
      words.map(field => [wordOf(field), describe(field)]),
      paint,
    ),
    section(
      'Flags',
      flags.map(field => [flagUsage(field), describe(field)]),
      paint,
    ),
    section('Every command', SHARED.map(sharedRow), paint),
    section('Example', [[entry.cli?.example ?? '', '']], paint),
    entry.authority === 'person'
      ? `${paint.yellow('For a person to decide; agents are refused with exit code 8.')}\n`
      : '',
  ]
    .filter(part => part !== '')
    .join('\n')
}

/** `furrow change archive <id> [flags]` */
export function usageLine(entry: OperationEntry): string {
  const fields = fieldsOf(entry)
  const words = fields.filter(({ place }) => place !== 'flag').map(wordOf)
  const needed = fields.filter(({ place, required }) => place === 'flag' && required).map(flagUsage)
  return ['furrow', entry.cli?.path, ...needed, '[flags]', ...words].join(' ')
}

function wordOf(field: CommandField): string {
  const name = field.place === 'rest' ? `${field.name}...` : field.name
  const word = field.required ? `<${name}>` : `[${name}]`
  return field.place === 'rest' ? `-- ${word}` : word
}

/** `--size <small|large>`, `--[no-]detach`, `--env <key=value>` */
export function flagUsage(field: CommandField): string {
  if (isSwitch(field)) return `--[no-]${field.flag.slice(2)}`
  return `${field.flag} <${field.suggests === undefined ? valueName(field.kind) : [...field.suggests, '...'].join('|')}>`
}

const SCALAR_NAMES = { string: 'text', number: 'number', integer: 'whole number', boolean: 'true|false' } as const

function valueName(kind: ValueSyntax): string {
  switch (kind.type) {
    case 'choice':
      return kind.choices.join('|')
    case 'pairs':
      return kind.orText ? 'key=value|text' : 'key=value'
    case 'range':
      return 'start..end'
    case 'json':
      return 'json'
    case 'scalar':
      return kind.scalars.map(scalar => SCALAR_NAMES[scalar]).join('|')
  }
}

function describe(field: CommandField): string {
  const notes = [
    field.required && 'required',
    field.list && field.place === 'flag' && (field.commas ? 'repeats, or a,b' : 'repeats'),
    field.kind.type === 'pairs' && 'repeats',
    field.secret && 'asked for, or - or @file; never typed here',
    field.text && !field.secret && '-, @file or your editor',
    field.nullable && `--no-${field.flag.slice(2)} clears it`,
    field.default !== undefined && `default ${JSON.stringify(field.default)}`,
  ].filter(note => note !== false)
  return [field.description, notes.length > 0 && `(${notes.join('; ')})`].filter(Boolean).join(' ')
}

function sharedRow({ name, short, value, summary }: SharedFlag): [string, string] {
  const typed = short === undefined ? `--${name}` : `-${short}, --${name}`
  return [value === undefined ? typed : `${typed} <${value}>`, summary]
}

function commandRows(node: CommandNode): [string, string][] {
  return [...node.children]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([word, child]) => [
      word,
      child.entry?.summary ?? COMMAND_GROUPS[child.path] ?? [...child.children.keys()].join(', '),
    ])
}

function section(title: string, rows: readonly (readonly [string, string])[], paint: Paint): string {
  if (rows.length === 0) return ''
  const width = Math.max(...rows.map(([left]) => (left.length > 32 ? 0 : left.length)))
  const lines = rows.map(([left, right]) => {
    if (right === '') return `  ${left}`
    return left.length > 32 ? `  ${left}\n  ${' '.repeat(width)}  ${right}` : `  ${left.padEnd(width)}  ${right}`
  })
  return `${paint.bold(title)}\n${lines.join('\n')}\n`
}
